package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.audit.findings.Findings;
import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.chores.Siestas;
import dev.rota.chores.Task;
import dev.rota.chores.TaskKind;
import dev.rota.engine.log.OutputFormat;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests a domain on a broker, from events to committed decisions. */
@Tag("broker")
class DomainRunTest {

    @AutoClose
    private static final SharedCluster CLUSTER = new SharedCluster();

    private static final Map<String, String> COMMITS_EVERY_TEN_MINUTES = Map.of(
            "streams.commit.interval.ms", "600000",
            "streams.poll.ms", "20",
            "streams.producer.transaction.timeout.ms", "700000");

    @Test
    void shouldDecideEachEventOnce() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain())) {
            // given
            tenant.start();

            // when
            for (int i = 0; i < 200; i++) {
                tenant.produce(Chores.EVENTS, "house-" + i % 7, Chores.added("house-" + i % 7, "chore-" + i));
            }

            // then
            List<ConsumerRecord<byte[], byte[]>> tasks =
                    tenant.tail(Chores.TASKS).atLeast(200);
            tenant.awaitDecided();
            assertThat(tasks)
                    .hasSize(200)
                    .allSatisfy(task -> assertThat(new String(task.key(), UTF_8))
                            .isEqualTo(Tenant.header(task, OutputFormat.UNIT)));
            assertDense(tasks);
            assertThat(Tenant.chained(tenant.audit())).isEqualTo(200);
            assertThat(tenant.failures()).isEmpty();
        }
    }

    @Test
    void shouldLetTimersFireWithoutEvents() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain())) {
            // given
            tenant.startReady();

            // when
            tenant.produce(Chores.EVENTS, "h", Chores.added("h", "dishes", 300));
            tenant.produce(Chores.EVENTS, "h", Chores.rotation("h", 1_000));

            // then
            TopicTail tail = tenant.tail(Chores.TASKS);
            tail.until("a reminder and two turns", all -> all.size() >= 4);
            List<Task> tasks = tenant.values(Task.class, tail.toEnd());
            assertThat(tasks.get(0).getKind()).isEqualTo(TaskKind.GIVEN);
            assertThat(tasks.get(1).getKind()).isEqualTo(TaskKind.REMINDED);
            assertThat(tasks.get(1).getAt()).isEqualTo(tasks.get(0).getAt() + 300);
            assertThat(tasks.subList(2, tasks.size()))
                    .allSatisfy(task -> assertThat(task.getKind()).isEqualTo(TaskKind.TURN));
            // a turn each period; periods that were missed are skipped
            assertThat(tasks.get(3).getAt() - tasks.get(2).getAt())
                    .isPositive()
                    .satisfies(between -> assertThat(between % 1_000).isZero());
            tenant.audit();
        }
    }

    @Test
    @Full
    void shouldDecideAStepOnceThatExceedsTheTransactionTimeout() throws Exception {
        try (Tenant tenant =
                CLUSTER.tenant(new ChoresDomain(), Map.of("streams.producer.transaction.timeout.ms", "1000"))) {
            // given
            tenant.start();

            // when brokers check every 10 s for transactions that have timed out
            tenant.produce(Chores.EVENTS, "h", Chores.added("h", "laundry"));
            tenant.produce(Chores.EVENTS, "h", Chores.siesta("h", 12_000));
            tenant.produce(Chores.EVENTS, "h", Chores.added("h", "dishes"));

            // then
            List<Task> tasks =
                    tenant.values(Task.class, tenant.tail(Chores.TASKS).atLeast(3));
            assertThat(tasks)
                    .extracting(Task::getKind)
                    .containsExactly(TaskKind.GIVEN, TaskKind.RESTED, TaskKind.GIVEN);
            tenant.awaitDecided();
            assertThat(tenant.tail(Chores.TASKS).toEnd()).hasSize(3);
            assertThat(tenant.failures()).isEmpty();
        }
    }

    @Test
    @Full
    void shouldCommitAtOnceWhenThereIsNothingMoreToRead() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain(), COMMITS_EVERY_TEN_MINUTES)) {
            // given
            tenant.startReady();

            // when
            tenant.produce(Chores.EVENTS, "h", Chores.added("h", "dishes"));

            // then
            assertThat(tenant.tail(Chores.TASKS).atLeast(1)).hasSize(1);

            // and when more events follow, some of them too soon after a commit
            for (int i = 1; i < 100; i++) {
                tenant.produce(Chores.EVENTS, "h", Chores.added("h", "chore-" + i));
            }

            // then
            assertThat(tenant.tail(Chores.TASKS).atLeast(100)).hasSize(100);
        }
    }

    @Test
    @Full
    void shouldOpenATransactionOnlyToCommit() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain(), COMMITS_EVERY_TEN_MINUTES)) {
            // given that the scheduler is busy until the log has grown by what one poll returns
            int events = 200;
            DomainRun run = tenant.startReady();
            tenant.produce(Chores.EVENTS, "h", Chores.siesta("h", 60_000));
            Await.until("the scheduler is busy", Siestas::resting);
            for (int i = 0; i < events; i++) {
                tenant.produce(Chores.EVENTS, "h", Chores.added("h", "chore-" + i));
            }
            tenant.produce(Chores.EVENTS, "h", Chores.siesta("h", 60_000));
            tenant.awaitTaken(Chores.EVENTS);
            Siestas.wake();

            // when all events are decided, and the thread does not come to commit
            Await.until("all handled", () -> tenant.handled() > events && Siestas.resting());

            // then
            assertThat(tenant.openTransactions()).isEmpty();
            assertThat(tenant.tail(Chores.TASKS).toEnd()).hasSizeLessThan(events);

            // and when
            Siestas.wake();
            run.close();

            // then
            assertThat(tenant.tail(Chores.TASKS).toEnd()).hasSize(events + 2);
        }
    }

    @Test
    @Full
    void shouldDecideAnEventWithManyOutputs() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain())) {
            // given
            tenant.start();

            // when
            tenant.produce(Chores.EVENTS, "h", Chores.cleaning("h", 5_000));

            // then
            assertDense(tenant.tail(Chores.TASKS).atLeast(5_000));
            tenant.awaitDecided();
            List<Findings> findings = tenant.audit();
            assertThat(Tenant.chained(findings)).isEqualTo(1);
        }
    }

    @Test
    void shouldResumeWhereItWasClosedUnderLoad() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain())) {
            // given
            int events = 3_000;
            for (int run = 0; run < 3; run++) {
                DomainRun domain = tenant.startReady();
                for (int i = 0; i < events / 3; i++) {
                    tenant.produce(Chores.EVENTS, "h" + i % 5, Chores.added("h" + i % 5, run + "-" + i));
                }
                domain.close();
            }

            // when
            tenant.start();

            // then
            assertDense(tenant.tail(Chores.TASKS).atLeast(events));
            tenant.awaitDecided();
            assertThat(tenant.tail(Chores.TASKS).toEnd()).hasSize(events);
            assertThat(Tenant.chained(tenant.audit())).isEqualTo(events);
            assertThat(tenant.failures()).isEmpty();
        }
    }

    /** Asserts that each unit's sequence numbers are 1, 2, 3, ... */
    private static void assertDense(List<ConsumerRecord<byte[], byte[]>> records) {
        Map<String, List<Long>> places = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            places.computeIfAbsent(Tenant.header(record, OutputFormat.UNIT), unit -> new ArrayList<>())
                    .add(Long.parseLong(Tenant.header(record, OutputFormat.SEQ)));
        }
        places.forEach((unit, seqs) -> {
            for (int i = 0; i < seqs.size(); i++) {
                assertThat(seqs.get(i)).as("place %d of %s", i, unit).isEqualTo(i + 1);
            }
        });
    }
}
