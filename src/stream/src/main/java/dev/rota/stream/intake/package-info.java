/**
 * Makes the one order: reads the sources and appends their records to the log. Nothing is decided here.
 *
 * <p><b>Sources.</b> A {@link dev.rota.stream.intake.TopicSource} is a set of topics that are read in one way. {@link
 * dev.rota.stream.intake.DomainInputs} are the domain's inputs, whose records are events already. Other sources make
 * events of records of topics that do not belong to Rota; {@link dev.rota.stream.DomainRun} gives intake their openers.
 * A source chooses the topics, and makes log records; polling, positions, commits and appends are the same for all.
 *
 * <p><b>A record arrives.</b> {@link dev.rota.stream.intake.Intake} is a loop over the sources. {@link
 * dev.rota.stream.intake.AssignedInputs} polls records into the {@link dev.rota.stream.intake.InputBuffer}, where they
 * wait until their topic's id has been compared: a topic that was deleted and created again has the old name. {@link
 * dev.rota.stream.intake.InputAppender} lets the source read the buffered records of each partition in order. The
 * {@link dev.rota.stream.intake.ReadResult} is a log record to append, accepted for a unit or refused with a reason; or
 * that the record is skipped, or waits, while other partitions continue. {@link dev.rota.stream.intake.LogWriter}
 * appends the log record. A record of an input waits if its schema must be looked up first: the partition is one of the
 * {@link dev.rota.stream.intake.ParkedPartitions} until {@link dev.rota.stream.intake.SchemaLookups} has an answer.
 *
 * <p><b>Its position is committed.</b> Acknowledgements of different log partitions arrive out of order, so records are
 * counted in rounds: {@link dev.rota.stream.intake.AcknowledgedRounds} releases the positions of a round once it and
 * all earlier ones are acknowledged, and {@link dev.rota.stream.intake.InputCommits} commits them every 100 ms, by
 * {@link dev.rota.stream.intake.GroupCommits}. It also commits the {@link dev.rota.stream.intake.IdlePositions} of
 * partitions without records in flight, from which an attended Tick concludes that everything was read. Every 10 s,
 * {@link dev.rota.stream.intake.KeptPositionsWriter} writes what was committed to intake's own record as well, {@link
 * dev.rota.stream.intake.KeptPositions} in the {@link dev.rota.stream.intake.PositionsTopic}.
 *
 * <p><b>What a position contains.</b> A {@link dev.rota.stream.intake.PositionMark} has more than an offset, because
 * records beyond it may be in the log already, and the scheduler drops a repetition only if it arrives in the same log
 * partition. So it names the topic's id, the mapping of inputs to units, the {@link dev.rota.stream.intake.Reading} by
 * which records were made log records, which is a rules number for inputs, whether anything beyond it was appended, and
 * which records beyond it were refused. Three of these change during operation and are committed <em>before</em> the
 * append that depends on them: the first append to a partition (its position is in use from then on), a refusal for an
 * unknown schema (which the registry may have by the time of a repetition), and the first record that only this
 * instance's reading concerns. {@link dev.rota.stream.intake.OpenInput} is that state of one assigned partition, {@link
 * dev.rota.stream.intake.InputPositions} that of all.
 *
 * <p><b>Where reading resumes.</b> {@link dev.rota.stream.intake.AssignedInputs} reacts to rebalances. For a partition
 * that was assigned, {@link dev.rota.stream.intake.PositionLookup} takes the position from the consumer group, else
 * from intake's own record, else from a {@link dev.rota.stream.intake.LogScan} of the whole log; it is the beginning
 * only if none of them contains the partition. Unless the position is clean, the log's end shows which records beyond
 * it were appended already; these are passed over. If the offset no longer exists, {@link
 * dev.rota.stream.intake.LostRecords} stops intake unless the operator accepts the loss. Before a partition is revoked,
 * its final position is committed, as a clean one if the log has acknowledged everything.
 */
package dev.rota.stream.intake;
