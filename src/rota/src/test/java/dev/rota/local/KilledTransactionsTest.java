package dev.rota.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kafka.AdminAnswers;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker that is killed while transactions end leaves no half-completed transaction after its restart. */
@Tag("broker")
@Tag("embedded")
@Full
class KilledTransactionsTest {

    private static final int KILLS = 3;
    private static final int PARTITIONS = 12;
    private static final String TOPIC = "facts";

    @TempDir
    private Path dir;

    @Test
    void shouldCompleteEachTransactionOnAllPartitions() throws Exception {
        // given
        for (int i = 0; i < KILLS; i++) {
            try (BrokerProcess broker = new BrokerProcess(dir)) {
                create(broker.bootstrapServers());
                CountDownLatch someCommitted = new CountDownLatch(30);
                AtomicBoolean running = new AtomicBoolean(true);
                Thread committing =
                        new Thread(() -> commitUntilKilled(broker.bootstrapServers(), running, someCommitted));
                committing.start();
                assertThat(someCommitted.await(60, TimeUnit.SECONDS)).isTrue();

                // when
                broker.kill();
                running.set(false);
                committing.join(60_000);
                assertThat(committing.isAlive()).isFalse();
            }
        }

        // then
        try (LocalBroker broker = LocalBroker.at(dir, 0)) {
            try (KafkaProducer<byte[], byte[]> successor = producer(broker.bootstrapServers(), 60_000)) {
                successor.initTransactions();
            }
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
                Map<Integer, Long> ends = ends(admin, IsolationLevel.READ_UNCOMMITTED);
                Await.until(
                        () -> "committed records readable up to " + ends + ", but they are up to "
                                + ends(admin, IsolationLevel.READ_COMMITTED),
                        () -> ends(admin, IsolationLevel.READ_COMMITTED).equals(ends));
            }
        }
    }

    private static void create(String bootstrapServers) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            if (!admin.listTopics().names().get().contains(TOPIC)) {
                admin.createTopics(List.of(new NewTopic(TOPIC, PARTITIONS, (short) 1)))
                        .all()
                        .get();
            }
        }
    }

    private static void commitUntilKilled(String bootstrapServers, AtomicBoolean running, CountDownLatch committed) {
        // The timeout is short since the broker does not come back while this runs.
        KafkaProducer<byte[], byte[]> producer = producer(bootstrapServers, 5_000);
        try {
            producer.initTransactions();
            while (running.get()) {
                producer.beginTransaction();
                for (int partition = 0; partition < PARTITIONS; partition++) {
                    var unused = producer.send(new ProducerRecord<>(TOPIC, partition, null, new byte[100]));
                }
                producer.commitTransaction();
                committed.countDown();
            }
        } catch (KafkaException e) {
            // The broker was killed.
            running.set(false);
        } finally {
            producer.close(Duration.ZERO);
        }
    }

    private static KafkaProducer<byte[], byte[]> producer(String bootstrapServers, int waitMs) {
        return new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers", bootstrapServers,
                        "transactional.id", "killed",
                        "max.block.ms", String.valueOf(waitMs),
                        "delivery.timeout.ms", "10000",
                        "request.timeout.ms", "5000"),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    private static Map<Integer, Long> ends(Admin admin, IsolationLevel isolation) {
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            wanted.put(new TopicPartition(TOPIC, partition), OffsetSpec.latest());
        }
        Map<Integer, Long> ends = new HashMap<>();
        AdminAnswers.get(admin.listOffsets(wanted, new ListOffsetsOptions(isolation))
                        .all())
                .forEach((partition, end) -> ends.put(partition.partition(), end.offset()));
        return ends;
    }
}
