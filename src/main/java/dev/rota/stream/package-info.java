/**
 * Kafka around the engine, one generic pair for every domain: {@link dev.rota.stream.intake} makes the one order, and
 * {@link dev.rota.stream.SchedulerApp} decides along it, exactly once. {@link dev.rota.stream.DomainRun} runs both.
 *
 * <p>{@link dev.rota.stream.LogPartition} knows which record of the log is next, {@link dev.rota.stream.Steps} applies
 * it. The tables are in {@link dev.rota.stream.store}, {@link dev.rota.stream.log} reads the log beside Kafka Streams,
 * {@link dev.rota.stream.pages} shows what units look like.
 */
package dev.rota.stream;
