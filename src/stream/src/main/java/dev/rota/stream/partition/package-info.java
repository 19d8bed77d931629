/**
 * The life of one log partition: from a record that is delivered to rows and outputs that are ready for a commit.
 *
 * <p>{@link dev.rota.stream.partition.LogPartition} receives a delivery. In its usual mode,
 * {@link dev.rota.stream.partition.Following}, the record goes to {@link dev.rota.stream.partition.LogApplier}, which
 * keeps the offset of the next one, and to {@link dev.rota.stream.partition.Steps}, which lets the scheduler decide and
 * sends the outputs to the {@link dev.rota.stream.partition.OutputSink}. {@link dev.rota.stream.partition.DueTicks}
 * appends a Tick to the log when a timer is due and no event arrives.
 *
 * <pre>
 * Unchecked ─┬─▶ Following ◀─▶ CatchingUp     the rows continue where deliveries do; else the log is read
 *            ├─▶ WipingRows ─▶ ReadingOutputs ─▶ Reapplying ─▶ CatchingUp     a rebuild
 *            ├─▶ ReadingOutputs ─▶ …            a rebuild of rows that are missing, or deleted already
 *            └─▶ Stopped                        another log
 * </pre>
 *
 * <p>Whatever applies records may become Halted at one that cannot be decided, and returns once it is voided, or Stopped
 * at one that was decided otherwise. Following becomes Unchecked if deliveries go back or the topic is created again.
 *
 * <p>Nothing here is Kafka Streams': rows are {@link dev.rota.stream.partition.PartitionRows}, the log and the outputs
 * are read through {@link dev.rota.stream.log.LogAccess} and {@link dev.rota.stream.outputs.OutputAccess}.
 */
package dev.rota.stream.partition;
