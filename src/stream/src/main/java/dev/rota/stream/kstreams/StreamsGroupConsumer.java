package dev.rota.stream.kstreams;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.internals.AsyncKafkaConsumer;
import org.apache.kafka.clients.consumer.internals.StreamsRebalanceData;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.internals.ConsumerWrapper;

/**
 * The consumer of a stream thread in a group of the streams protocol. Streams creates it itself, without its {@link
 * StreamsClients}, and has only an internal setting for a class that wraps it.
 */
public final class StreamsGroupConsumer extends ConsumerWrapper {

    /** The key under which Streams passes the class of the wrapper. */
    private static final String WRAPPER = StreamsConfig.InternalConfig.INTERNAL_CONSUMER_WRAPPER;

    /** The key under which Streams passes the commits to the wrapper. */
    private static final String COMMITS = "rota.prompt.commits";

    private Optional<PromptCommits> commits = Optional.empty();

    /** Returns the settings with which Streams wraps consumers. A group of the classic protocol ignores them. */
    public static Map<String, Object> settings(PromptCommits commits) {
        return Map.of(
                StreamsConfig.mainConsumerPrefix(WRAPPER),
                StreamsGroupConsumer.class.getName(),
                StreamsConfig.mainConsumerPrefix(COMMITS),
                commits);
    }

    @Override
    public void wrapConsumer(
            AsyncKafkaConsumer<byte[], byte[]> consumer,
            Map<String, Object> config,
            Optional<StreamsRebalanceData> rebalances) {
        super.wrapConsumer(consumer, config, rebalances);
        commits = Optional.of((PromptCommits) Objects.requireNonNull(config.get(COMMITS)));
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        return StreamsClients.poll(this, super::poll, timeout, commits.orElseThrow());
    }
}
