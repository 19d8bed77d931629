/**
 * The adaptation of Kafka Streams, and the one place in {@link dev.rota.stream} that relies on what Streams does not
 * document.
 *
 * <p>{@link dev.rota.stream.kstreams.SchedulerTopology} has one source, the log, one {@link
 * dev.rota.stream.kstreams.SchedulerProcessor} with one store, {@link dev.rota.stream.kstreams.RowsStore}, and a sink
 * for each output. {@link dev.rota.stream.kstreams.StreamsClients} creates the clients: a consumer that lets {@link
 * dev.rota.stream.kstreams.PromptCommits} decide when to commit, and {@link
 * dev.rota.stream.kstreams.SchedulerProducer}, whose transactions are open only while a commit takes place. {@link
 * dev.rota.stream.kstreams.StickyAssignor} keeps partitions where they are.
 */
package dev.rota.stream.kstreams;
