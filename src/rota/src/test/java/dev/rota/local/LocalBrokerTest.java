package dev.rota.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.trials.Full;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("broker")
@Tag("embedded")
class LocalBrokerTest {

    private static final TopicPartition FACTS = new TopicPartition("facts", 0);

    @TempDir
    private Path dir;

    @Test
    void shouldCommitTransactionsAndKeepThemAcrossARestart() throws Exception {
        // given
        String clusterId;
        try (LocalBroker broker = LocalBroker.at(dir, 0)) {
            createFacts(broker.bootstrapServers());
            produce(broker.bootstrapServers(), "one", true);
            clusterId = clusterId(broker);
        }

        // when
        try (LocalBroker broker = LocalBroker.at(dir, 0)) {
            // then
            assertThat(consume(broker.bootstrapServers())).isEqualTo("one");
            assertThat(clusterId(broker)).isEqualTo(clusterId);
        }
    }

    @Test
    @Full
    void shouldContinueWithTheDataOfAKilledProcess() throws Exception {
        try (BrokerProcess process = new BrokerProcess(dir)) {
            // given
            createFacts(process.bootstrapServers());
            produce(process.bootstrapServers(), "one", false);
            assertThatThrownBy(() -> LocalBroker.at(dir, 0))
                    .isInstanceOf(NotStarted.class)
                    .hasMessage("the data folder " + dir + " is already in use");

            // when
            process.kill();
        }

        // then
        try (LocalBroker broker = LocalBroker.at(dir, 0)) {
            assertThat(consume(broker.bootstrapServers())).isEqualTo("one");
        }
    }

    @Test
    void shouldSayThatItsPortIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            assertThatThrownBy(() -> LocalBroker.at(dir, taken.getLocalPort()))
                    .isInstanceOf(NotStarted.class)
                    .hasMessage("port " + taken.getLocalPort() + " is already in use");
        }
        // and releases the folder
        LocalBroker.at(dir, 0).close();
    }

    @Test
    void shouldSayThatItsFolderCannotBeWritten() throws Exception {
        Path file = Files.writeString(dir.resolve("file"), "no folder");
        assertThatThrownBy(() -> LocalBroker.at(file, 0))
                .isInstanceOf(NotStarted.class)
                .hasMessageStartingWith("expected a data folder at " + file + ", but it cannot be written: ");
    }

    @Test
    void shouldSayThatAnotherBrokerOfThisProcessHasTheFolder() {
        try (LocalBroker broker = LocalBroker.at(dir, 0)) {
            assertThatThrownBy(() -> LocalBroker.at(dir, 0))
                    .isInstanceOf(NotStarted.class)
                    .hasMessage("the data folder " + dir + " is already in use");
            assertThat(broker.port()).isPositive();
        }
    }

    @Test
    void shouldLeaveNothingBehindWhereItIsTemporary() {
        // given
        DataFolder data = DataFolder.temporary();
        Path broker = data.broker();
        LocalBroker running = LocalBroker.start(data, 0);
        assertThat(broker).exists();

        // when
        running.close();

        // then
        assertThat(broker.getParent()).doesNotExist();
    }

    @Test
    void shouldNotCreateTopicsAutomatically() {
        try (LocalBroker broker = LocalBroker.at(dir, 0);
                Admin admin = admin(broker.bootstrapServers());
                KafkaConsumer<String, String> consumer = consumer(broker.bootstrapServers())) {
            assertThat(consumer.partitionsFor("facts")).isEmpty();
            assertThat(admin.describeTopics(List.of("facts")).topicNameValues().get("facts"))
                    .failsWithin(Duration.ofSeconds(20))
                    .withThrowableThat()
                    .withCauseInstanceOf(UnknownTopicOrPartitionException.class);
        }
    }

    private static String clusterId(LocalBroker broker) throws Exception {
        try (Admin admin = admin(broker.bootstrapServers())) {
            return admin.describeCluster().clusterId().get();
        }
    }

    private static void createFacts(String bootstrapServers) throws Exception {
        try (Admin admin = admin(bootstrapServers)) {
            admin.createTopics(List.of(new NewTopic(FACTS.topic(), Optional.of(1), Optional.empty())))
                    .all()
                    .get();
        }
    }

    private static Admin admin(String bootstrapServers) {
        return Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    }

    private static KafkaConsumer<String, String> consumer(String bootstrapServers) {
        return new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers", bootstrapServers,
                        "isolation.level", "read_committed",
                        "auto.offset.reset", "earliest"),
                new StringDeserializer(),
                new StringDeserializer());
    }

    private static void produce(String bootstrapServers, String value, boolean transaction) throws Exception {
        Map<String, Object> settings = transaction
                ? Map.of("bootstrap.servers", bootstrapServers, "transactional.id", "test")
                : Map.of("bootstrap.servers", bootstrapServers);
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            if (transaction) {
                producer.initTransactions();
                producer.beginTransaction();
            }
            var sent = producer.send(new ProducerRecord<>(FACTS.topic(), value));
            if (transaction) {
                producer.commitTransaction();
            }
            assertThat(sent.get().offset()).isZero();
        }
    }

    private static String consume(String bootstrapServers) {
        try (KafkaConsumer<String, String> consumer = consumer(bootstrapServers)) {
            consumer.assign(List.of(FACTS));
            var records = consumer.poll(Duration.ofSeconds(20));
            assertThat(records).hasSize(1);
            return records.iterator().next().value();
        }
    }
}
