/**
 * Runs the engine on Kafka, with one generic pair for every domain: {@link dev.rota.stream.intake} appends the inputs
 * to the log, and {@link dev.rota.stream.SchedulerApp} decides along the log, exactly once. {@link
 * dev.rota.stream.DomainRun} runs both.
 *
 * <p>{@link dev.rota.stream.LogPartition} determines which log record is next, {@link dev.rota.stream.Steps} applies
 * it, {@link dev.rota.stream.Rebuild} rebuilds rows that are lost or cannot be read. {@link dev.rota.stream.store} has
 * the tables, {@link dev.rota.stream.log} reads the log independently of Kafka Streams, {@link dev.rota.stream.outputs}
 * the committed outputs, {@link dev.rota.stream.pages} renders units' pages.
 */
package dev.rota.stream;
