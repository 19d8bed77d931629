/**
 * * The life of one log partition: from a record that is delivered to rows and outputs that are ready for a commit.
 *
 * <p>{@link dev.rota.stream.partition.LogPartition} receives a delivery. In its usual state,
 * {@link dev.rota.stream.partition.Following}, the record goes to {@link dev.rota.stream.partition.LogApplier}, which
 * keeps the offset of the next one, and to {@link dev.rota.stream.partition.Steps}, which lets the scheduler decide and
 * sends the outputs to the {@link dev.rota.stream.partition.OutputSink}. {@link dev.rota.stream.partition.DueTicks}
 * appends a Tick to the log when a timer is due and no event arrives.
 *
 * <pre>
 * Unchecked ─┬─▶ Following ◀──▶ CatchingUp          any of these, if a record cannot be decided ─▶ Halted
 *            ├─▶ WipingRows ─▶ ReadingOutputs ─▶ Reapplying ─▶ CatchingUp
 *            └─▶ Stopped
 * </pre>
 *
 * <p>Nothing here is Kafka Streams': rows are {@link dev.rota.stream.partition.PartitionRows}, the log and the outputs
 * are read through {@link dev.rota.stream.log.LogAccess} and {@link dev.rota.stream.outputs.OutputAccess}.
 */
package dev.rota.stream.partition;
