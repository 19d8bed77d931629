package dev.rota.stream.takeover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kafka.Answers;
import dev.rota.kafka.Topics;
import dev.rota.local.TestBroker;
import dev.rota.stream.Await;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.internals.Topic;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Hanging transactions, on a broker of its own whose coordinator loses its transactions. */
@Tag("broker")
class HangingTransactionsTest {

    private static final TopicPartition OUTPUT = new TopicPartition("output", 0);
    private static final int TIMEOUT_MS = 300_000;

    @Test
    void shouldAbortTransactionsThatNoCoordinatorKnows() throws Exception {
        try (TestBroker broker = TestBroker.start();
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            Answers.get(admin.createTopics(List.of(new NewTopic(OUTPUT.topic(), 2, (short) 1)))
                    .all());
            HangingTransactions transactions = new HangingTransactions(admin);
            List<TopicPartition> partitions = List.of(OUTPUT, new TopicPartition(OUTPUT.topic(), 1));
            assertThat(transactions.open(partitions)).isEmpty();
            Instant begun = Instant.now().truncatedTo(ChronoUnit.MILLIS);
            KafkaProducer<byte[], byte[]> producer = open(broker);
            try {
                // given a transaction that its producer may still commit
                assertThat(transactions.open(partitions)).singleElement().satisfies(open -> {
                    assertThat(open.hanging()).isFalse();
                    assertThat(open.sentence())
                            .startsWith(
                                    "output-0 is held back at 0 by the transaction of someone, which wrote last at ")
                            .contains("; if it is not ended before, its coordinator will end it soon after ");
                    assertThat(open.timeout())
                            .isBetween(
                                    begun.plusMillis(TIMEOUT_MS), Instant.now().plusMillis(TIMEOUT_MS));
                });

                // when its coordinator has lost it
                Answers.get(admin.deleteTopics(List.of(Topic.TRANSACTION_STATE_TOPIC_NAME))
                        .all());
                Await.until(
                        "a hanging transaction",
                        () -> transactions.open(partitions).stream().anyMatch(OpenTransaction::hanging));

                // then
                OpenTransaction hanging = transactions.open(partitions).get(0);
                assertThat(hanging.partition()).isEqualTo(OUTPUT);
                assertThat(hanging.sentence()).endsWith("; nobody will end it");

                // and when
                transactions.abort(hanging);

                // then
                assertThat(transactions.open(partitions)).isEmpty();
                assertThat(Topics.offsets(admin, List.of(OUTPUT), OffsetSpec.latest(), IsolationLevel.READ_COMMITTED))
                        .containsEntry(OUTPUT, 2L);
            } finally {
                producer.close(Duration.ZERO);
            }
        }
    }

    private static KafkaProducer<byte[], byte[]> open(TestBroker broker) throws Exception {
        KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        broker.bootstrapServers(),
                        "transactional.id",
                        "someone",
                        "transaction.timeout.ms",
                        TIMEOUT_MS),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        producer.initTransactions();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(OUTPUT.topic(), OUTPUT.partition(), new byte[0], new byte[0]))
                .get();
        return producer;
    }
}
