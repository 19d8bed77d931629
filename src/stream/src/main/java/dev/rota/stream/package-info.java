/**
 * Runs the engine on Kafka, in the same way for every domain. {@link dev.rota.stream.DomainRun} runs a domain in this
 * process: {@link dev.rota.stream.intake} appends the inputs to the log, with what {@link dev.rota.stream.adopted}
 * makes of topics of others, and {@link dev.rota.stream.SchedulerApp} decides along the log, exactly once. {@link
 * dev.rota.stream.TopicCheck} creates and checks the topics.
 *
 * <p>The scheduler is in two rooms. {@link dev.rota.stream.partition} applies one log partition, whatever delivers its
 * records. {@link dev.rota.stream.kstreams} is the adaptation of Kafka Streams: it delivers the records, and contains
 * the rows. {@link dev.rota.stream.log} reads the log independently of Kafka Streams, {@link dev.rota.stream.outputs}
 * the committed outputs; {@link dev.rota.stream.attendance} determines in which time silence counts, {@link
 * dev.rota.stream.peers} notices that another instance's process has ended, {@link dev.rota.stream.takeover} takes it
 * out of its groups and ends its transactions; {@link dev.rota.stream.pages} renders units'
 * pages, {@link dev.rota.stream.meters} measures. {@link dev.rota.stream.common} is what all of them use.
 */
package dev.rota.stream;
