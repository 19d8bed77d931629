package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.ChoresDomain;
import dev.rota.engine.Limits;
import dev.rota.kafka.AdminAnswers;
import dev.rota.kafka.Consumers;
import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.TopicLayout.Role;
import dev.rota.stream.TopicLayout.Topic;
import dev.rota.stream.common.ClientSettings;
import dev.rota.stream.common.OwnMembers;
import dev.rota.stream.kstreams.PromptCommits;
import dev.rota.stream.kstreams.StreamsClients;
import dev.rota.stream.kstreams.StreamsSettings;
import dev.rota.stream.meters.CommitMeter;
import dev.rota.stream.takeover.OwnProducers;
import dev.rota.stream.takeover.TransactionalIds;
import dev.rota.trials.Full;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that limits are on uncompressed sizes, at the producers and at the brokers, and in memory. */
@Tag("broker")
@Full
class CompressionTest {

    /** The limit on the records of one poll: 64 MiB of a response, and the batch that exceeds it. */
    private static final long POLL_BYTES_MAX = 80L << 20;

    private static final int VALUE_BYTES = 800_000;
    private static final int VALUES = 250;

    @AutoClose
    private static final SharedCluster CLUSTER = new SharedCluster();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldWriteRecordsOfExactlyTheLimit(boolean compressible) throws Exception {
        Names names = new Names(new ChoresDomain(), compressible ? "zeros." : "random.");
        Settings settings = settings(names);
        try (Admin admin = Admin.create(settings.kafka())) {
            Map<Role, String> topics = new HashMap<>();
            for (Topic topic : new TopicLayout(names, settings).topics()) {
                if (topics.putIfAbsent(topic.role(), topic.name()) == null) {
                    create(admin, topic.name(), topic.settings());
                }
            }
            byte[] value = new byte[Limits.OUTPUT_BYTES_MAX];
            if (!compressible) {
                new Random(1).nextBytes(value);
            }
            String log = Objects.requireNonNull(topics.get(Role.LOG));
            String output = Objects.requireNonNull(topics.get(Role.OUTPUT));
            try (Producer<byte[], byte[]> intake = new KafkaProducer<>(
                            new ClientSettings(settings).logProducer(names),
                            new ByteArraySerializer(),
                            new ByteArraySerializer());
                    Producer<byte[], byte[]> scheduler = scheduler(names, settings)) {
                // when
                intake.send(record(log, value)).get();
                scheduler.initTransactions();
                scheduler.beginTransaction();
                scheduler.send(record(output, value)).get();
                scheduler.commitTransaction();
            }

            // then
            for (String topic : List.of(log, output)) {
                try (Consumer<byte[], byte[]> reader = reader(names, settings)) {
                    seek(reader, topic);
                    ConsumerRecord<byte[], byte[]> read =
                            poll(reader).iterator().next();
                    assertThat(read.value()).isEqualTo(value);
                    assertThat(read.key()).hasSize(Limits.UNIT_BYTES_MAX);
                }
            }
        }
    }

    @Test
    void shouldReadABacklogThatCompressesWellInPieces() throws Exception {
        Names names = new Names(new ChoresDomain(), "backlog.");
        Settings settings = settings(names);
        try (Admin admin = Admin.create(settings.kafka());
                Producer<byte[], byte[]> intake = new KafkaProducer<>(
                        new ClientSettings(settings).logProducer(names),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            create(admin, names.log(), Map.of());
            for (int i = 0; i < VALUES; i++) {
                var unused = intake.send(record(names.log(), new byte[VALUE_BYTES]));
            }
            intake.flush();
        }

        for (boolean restoring : new boolean[] {false, true}) {
            StreamsConfig config = new StreamsConfig(StreamsSettings.of(names, settings));
            Map<String, Object> main = new HashMap<>(config.getMainConsumerConfigs("group", "client", 0));
            // Streams' own assignor needs a stream thread.
            main.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, RangeAssignor.class.getName());
            try (Consumer<byte[], byte[]> consumer = restoring
                    ? clients(names).getRestoreConsumer(config.getRestoreConsumerConfigs("client"))
                    : clients(names).getConsumer(main)) {
                seek(consumer, names.log());
                int read = 0;
                while (read < VALUES) {
                    ConsumerRecords<byte[], byte[]> polled = poll(consumer);
                    assertThat(polled)
                            .allSatisfy(each -> assertThat(each.value()).hasSize(VALUE_BYTES));
                    assertThat((long) polled.count() * VALUE_BYTES).isLessThan(POLL_BYTES_MAX);
                    read += polled.count();
                }
                assertThat(read).isEqualTo(VALUES);
            }
        }
    }

    private static Settings settings(Names names) {
        return Settings.of(Map.of(
                Setting.BOOTSTRAP.key(), CLUSTER.bootstrapServers(),
                Setting.REGISTRY_URL.key(), "http://127.0.0.1:1",
                Setting.REPLICATION_FACTOR.key(), "1",
                Setting.MIN_INSYNC_REPLICAS.key(), "1",
                Setting.INSTANCE_ID.key(), "one",
                Setting.TOPIC_PREFIX.key(), names.prefix()));
    }

    private static void create(Admin admin, String topic, Map<String, String> settings) {
        NewTopic created = new NewTopic(topic, Optional.of(1), Optional.of((short) 1)).configs(settings);
        AdminAnswers.get(admin.createTopics(List.of(created)).all());
    }

    /** Returns a record with the largest key, and headers as long as those of an output. */
    private static ProducerRecord<byte[], byte[]> record(String topic, byte[] value) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, 0, new byte[Limits.UNIT_BYTES_MAX], value);
        for (int i = 0; i < 5; i++) {
            record.headers().add("rota-header", new byte[Limits.UNIT_BYTES_MAX]);
        }
        return record;
    }

    private static StreamsClients clients(Names names) {
        return new StreamsClients(
                new TransactionalIds(names.scheduler(), "one"),
                new OwnProducers(),
                new OwnMembers(),
                new PromptCommits(System::nanoTime),
                new CommitMeter(names, new SimpleMeterRegistry(), InstantSource.system()));
    }

    private static Producer<byte[], byte[]> scheduler(Names names, Settings settings) {
        Map<String, Object> config =
                new HashMap<>(new StreamsConfig(StreamsSettings.of(names, settings)).getProducerConfigs("client"));
        config.put("transactional.id", names.scheduler() + "-1-1");
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static Consumer<byte[], byte[]> reader(Names names, Settings settings) {
        return Consumers.of(new ClientSettings(settings).logReader(names));
    }

    private static void seek(Consumer<byte[], byte[]> consumer, String topic) {
        TopicPartition partition = new TopicPartition(topic, 0);
        consumer.assign(List.of(partition));
        consumer.seek(partition, 0);
    }

    private static ConsumerRecords<byte[], byte[]> poll(Consumer<byte[], byte[]> consumer) {
        ConsumerRecords<byte[], byte[]> polled = consumer.poll(Duration.ofSeconds(10));
        assertThat(polled.isEmpty()).isFalse();
        return polled;
    }
}
