package dev.rota.stream.kstreams;

import dev.rota.kafka.ScreenedConsumer;
import dev.rota.stream.common.OwnMembers;
import dev.rota.stream.meters.CommitMeter;
import dev.rota.stream.takeover.OwnProducers;
import dev.rota.stream.takeover.TransactionalIds;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/** The clients of a scheduler's stream threads. */
public final class StreamsClients implements KafkaClientSupplier {

    /** The consumer of a stream thread. */
    private static final ThreadLocal<Consumer<byte[], byte[]>> POLLING = new ThreadLocal<>();

    private final TransactionalIds ids;
    private final OwnProducers own;
    private final OwnMembers members;
    private final PromptCommits commits;
    private final CommitMeter meter;

    public StreamsClients(
            TransactionalIds ids, OwnProducers own, OwnMembers members, PromptCommits commits, CommitMeter meter) {
        this.ids = ids;
        this.own = own;
        this.members = members;
        this.commits = commits;
        this.meter = meter;
    }

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return Admin.create(config);
    }

    /** Names the producer's transactions after the instance, so that a restart ends what its predecessor left open. */
    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        Map<String, Object> named = new HashMap<>(config);
        String id = ids.ofThread(String.valueOf(config.get(ProducerConfig.TRANSACTIONAL_ID_CONFIG)));
        named.replace(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id);
        return new SchedulerProducer(
                new KafkaProducer<>(named, new ByteArraySerializer(), new ByteArraySerializer()),
                () -> own.begin(id),
                () -> GroupPositions.of(POLLING.get()),
                commits,
                meter);
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return new ScreenedConsumer(config) {
            @Override
            public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
                ConsumerRecords<byte[], byte[]> records = StreamsClients.poll(this, super::poll, timeout, commits);
                members.note(groupMetadata());
                return records;
            }
        };
    }

    /** Polls with the consumer of a stream thread, for at most as long as its next commit can wait. */
    static ConsumerRecords<byte[], byte[]> poll(
            Consumer<byte[], byte[]> consumer,
            Function<Duration, ConsumerRecords<byte[], byte[]>> poll,
            Duration timeout,
            PromptCommits commits) {
        POLLING.set(consumer);
        ConsumerRecords<byte[], byte[]> records = poll.apply(commits.patience(timeout));
        commits.polled(records.count());
        return records;
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return new ScreenedConsumer(config);
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
