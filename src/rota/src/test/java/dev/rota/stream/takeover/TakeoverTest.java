package dev.rota.stream.takeover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.kafka.AdminAnswers;
import dev.rota.stream.DomainRun;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that transactions that other processes left open are aborted or reported. */
@Tag("broker")
class TakeoverTest {

    @AutoClose
    private static final SharedCluster CLUSTER = new SharedCluster();

    private final List<KafkaProducer<byte[], byte[]>> producers = new ArrayList<>();

    @AfterEach
    void close() {
        producers.forEach(producer -> producer.close(Duration.ZERO));
    }

    @Test
    void shouldEndTheTransactionOfAnInstanceThatIsNotInTheGroup() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain(), Map.of("partitions", "1"))) {
            tenant.startReady();
            String gone = tenant.names().scheduler() + "-gone-1";
            leaveOpen(tenant, gone);

            // when
            tenant.produce(Chores.EVENTS, "h", Chores.added("h", "dishes"));

            // then
            assertThat(tenant.tail(Chores.TASKS).atLeast(1)).hasSize(1);
            assertThat(tenant.openTransactions()).doesNotContain(gone);
        }
    }

    @Test
    void shouldEndTransactionsOfAnEarlierProcessOfTheInstance() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain(), Map.of("partitions", "1"))) {
            // given the transactional id of a thread that the new process will not have
            String own = tenant.names().scheduler() + "-test-7";
            leaveOpen(tenant, own);
            assertThat(tenant.openTransactions()).containsExactly(own);

            // when
            tenant.start();

            // then
            Await.until("its end", () -> !tenant.openTransactions().contains(own));
        }
    }

    @Test
    @Full
    void shouldReportATransactionThatIsNotTheSchedulers() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain(), Map.of("partitions", "1"))) {
            DomainRun run = tenant.startReady();
            KafkaProducer<byte[], byte[]> foreign = leaveOpen(tenant, "a-stranger");

            // when
            Await.until(
                    () -> "a note, but " + run.health(),
                    () -> !run.health().notes().isEmpty());

            // then
            assertThat(run.health().ready()).isTrue();
            assertThat(run.health().notes())
                    .singleElement()
                    .asString()
                    .startsWith(tenant.names().topic(Chores.TASKS) + "-0 is held back for ")
                    .endsWith(" s by the open transaction a-stranger");

            // and when
            foreign.abortTransaction();

            // then
            Await.until(
                    () -> "no note, but " + run.health(),
                    () -> run.health().notes().isEmpty());
        }
    }

    @Test
    @SuppressWarnings("removal") // a consumer would have to join the group to supply its metadata
    @Full
    void shouldWaitForOffsetsThatATransactionHoldsBack() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain(), Map.of("partitions", "1"))) {
            KafkaProducer<byte[], byte[]> foreign = leaveOpen(tenant, "a-committer");
            TopicPartition log = new TopicPartition(tenant.names().log(), 0);
            foreign.sendOffsetsToTransaction(
                    Map.of(log, new OffsetAndMetadata(0)),
                    new ConsumerGroupMetadata(tenant.names().scheduler()));
            DomainRun run = tenant.start();
            tenant.produce(Chores.EVENTS, "h", Chores.added("h", "dishes"));

            // when it has waited for longer than a request for offsets may take
            Await.until(
                    () -> "the note, but " + run.health(),
                    () -> run.health().notes().stream().anyMatch(TakeoverTest::isHeldBackLong));
            assertThat(tenant.failures()).isEmpty();
            foreign.abortTransaction();

            // then
            assertThat(tenant.tail(Chores.TASKS).atLeast(1)).hasSize(1);
            assertThat(tenant.failures()).isEmpty();
        }
    }

    private static boolean isHeldBackLong(String reason) {
        Matcher seconds = Pattern.compile("held back for (\\d+) s by the open transaction")
                .matcher(reason);
        return seconds.find() && Integer.parseInt(seconds.group(1)) >= 15;
    }

    @Test
    @Full
    void shouldNameAProducerThatHoldsBackAnInput() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain(), Map.of("partitions", "1"))) {
            DomainRun run = tenant.startReady();
            KafkaProducer<byte[], byte[]> foreign = leaveOpen(tenant, "a-producer", Chores.EVENTS);

            // when
            String input = tenant.names().topic(Chores.EVENTS) + "-0";
            Await.until("the metric", () -> tenant.heldBack(input, "a-producer") > 0);

            // then
            assertThat(run.health().notes())
                    .singleElement()
                    .asString()
                    .startsWith(input + " is held back for ")
                    .endsWith(" s by the open transaction a-producer");
            assertThat(run.health().ready()).isTrue();

            // and when
            foreign.abortTransaction();

            // then
            Await.until("the end of it", () -> tenant.heldBack(input, "a-producer") == 0);
            assertThat(run.health().notes()).isEmpty();
        }
    }

    @Test
    @Full
    void shouldLoseNothingIfALiveInstanceIsFenced() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain())) {
            tenant.startReady();
            TopicTail tasks = tenant.tail(Chores.TASKS);
            int events = 0;
            for (int mistakes = 0; mistakes < 10; mistakes++) {
                // given
                for (int i = 0; i < 200; i++, events++) {
                    tenant.produce(Chores.EVENTS, "h" + i % 5, Chores.added("h" + i % 5, "chore-" + events));
                }
                tasks.atLeast(events - 150);

                // when
                AdminAnswers.get(tenant.admin()
                        .fenceProducers(List.of(tenant.names().scheduler() + "-test-1"))
                        .all());
            }

            // then
            tenant.awaitTaken(Chores.EVENTS);
            tenant.awaitDecided();
            assertThat(tasks.toEnd()).hasSize(events);
            assertThat(Tenant.chained(tenant.audit())).isEqualTo(events);
            assertThat(tenant.failures()).isEmpty();
        }
    }

    /** A process that seems to have ended loses its members' places, and joins again. */
    @Test
    @Full
    void shouldLoseNothingIfLiveMembersAreRemoved() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain())) {
            DomainRun run = tenant.startReady();
            TopicTail tasks = tenant.tail(Chores.TASKS);
            int events = 0;
            for (int mistakes = 0; mistakes < 6; mistakes++) {
                // given
                for (int i = 0; i < 200; i++, events++) {
                    tenant.produce(Chores.EVENTS, "h" + i % 5, Chores.added("h" + i % 5, "chore-" + events));
                }
                tasks.atLeast(events - 150);

                // when
                run.ended(run.members());
            }

            // then
            tenant.awaitTaken(Chores.EVENTS);
            tenant.awaitDecided();
            Await.until(() -> "ready, but " + run.health(), () -> run.health().ready());
            assertThat(tasks.toEnd()).hasSize(events);
            assertThat(Tenant.chained(tenant.audit())).isEqualTo(events);
            assertThat(tenant.failures()).isEmpty();
        }
    }

    private KafkaProducer<byte[], byte[]> leaveOpen(Tenant tenant, String id) throws Exception {
        return leaveOpen(tenant, id, Chores.TASKS);
    }

    /** Returns a producer with an open transaction on a topic's first partition. */
    private KafkaProducer<byte[], byte[]> leaveOpen(Tenant tenant, String id, String topic) throws Exception {
        Properties properties = tenant.settings().producing();
        properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id);
        properties.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, "600000");
        KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        producers.add(producer);
        producer.initTransactions();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(tenant.names().topic(topic), 0, new byte[0], new byte[0]))
                .get();
        return producer;
    }
}
