package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Domain;
import dev.rota.engine.Full;
import dev.rota.engine.Output;
import dev.rota.engine.log.OutputFormat;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobStateKind;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.serde.UnreadableValue;
import dev.rota.settings.Setting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the scheduler of a busy farm repeatedly: no job is lost, duplicated, on two bots, or started before the jobs
 * that it waits for.
 */
@Tag("broker")
@Tag("embedded")
@Full
class FarmKillTest {

    private static final boolean FULL = Full.Condition.isChosen(FarmKillTest.class);

    private static final int BOTS = FULL ? 3_000 : 600;
    private static final int JOBS = FULL ? 20_000 : 4_000;
    private static final int FIRST_JOBS = JOBS / 2;

    /** The number of jobs that are submitted while the scheduler is down. */
    private static final int MEANWHILE = JOBS * 27 / 200;

    /** The number of those of an instance with a minimum quota, which are submitted when all slots are taken. */
    private static final int MEANWHILE_OWED = JOBS * 3 / 200;

    /**
     * The numbers of assignments after which the scheduler is killed: before the farm is full and twice later, or only
     * once it is full.
     */
    private static final List<Integer> KILLED_AT = FULL ? List.of(1_000, 8_000, 13_000) : List.of(1_600);

    private final Domain domain = new JobsDomain().configured(new TreeMap<>(Map.of("cohorts", BuildFarm.SETTING)));

    @TempDir
    private Path data;

    @Test
    void shouldRunEachJobOnceThoughItIsKilled() throws Exception {
        Map<String, String> own =
                Map.of(Setting.HTTP_PORT.key(), "0", Setting.PARTITIONS.key(), "4", "jobs.cohorts", BuildFarm.SETTING);
        try (SharedCluster cluster = new SharedCluster();
                Tenant tenant = cluster.tenant(domain, own);
                RunProcess rota = new RunProcess(domain, data, tenant.settings().under(""))) {
            // given
            BuildFarm farm = new BuildFarm(tenant);
            farm.open(BOTS);
            farm.submit(BuildFarm.COMMITS, FIRST_JOBS);

            // when
            for (int assignments : KILLED_AT) {
                await(farm, assignments + " assignments", () -> farm.assigned() >= assignments);
                rota.kill();
                farm.submit(BuildFarm.COMMITS, MEANWHILE);
                farm.submit(BuildFarm.OWED, MEANWHILE_OWED);
                rota.start();
            }
            farm.submit(BuildFarm.COMMITS, JOBS - FIRST_JOBS - KILLED_AT.size() * (MEANWHILE + MEANWHILE_OWED));
            await(farm, "all jobs ended", () -> farm.ended() == JOBS);
            tenant.flush();
            assertThat(tenant.failures()).isEmpty();
            for (String topic : List.of("jobs.submissions", "jobs.bots", "jobs.policies")) {
                tenant.awaitTaken(topic);
            }
            tenant.awaitDecided();

            // then
            assertEachOnce(tenant, farm.graph());
            assertThat(rota.audit()).isZero();
        }
    }

    /** Waits for a condition while the farm continues to work. */
    private static void await(BuildFarm farm, String what, BooleanSupplier condition) {
        Await.untilTransactionsEnd(
                () -> what + ", but " + farm.assigned() + " were assigned and " + farm.ended() + " have ended", () -> {
                    try {
                        farm.hear();
                    } catch (InterruptedException | UnreadableValue e) {
                        throw new IllegalStateException(e);
                    }
                    return condition.getAsBoolean();
                });
    }

    private void assertEachOnce(Tenant tenant, FarmGraph graph) throws Exception {
        List<String> aborted = graph.jobs(JobStateKind.ABORTED);
        List<String> run = IntStream.range(0, JOBS)
                .mapToObj(i -> "job-" + i)
                .filter(job -> !aborted.contains(job))
                .sorted()
                .toList();
        List<LeaseHistory> histories = histories(tenant);

        assertThat(histories).hasSameSizeAs(BuildFarm.COHORTS).allMatch(LeaseHistory::isOver);
        histories.forEach(history -> graph.check(history.events()));
        assertThat(jobs(histories, JobStateKind.QUEUED)).isEqualTo(run);
        assertThat(jobs(histories, JobStateKind.COMPLETED)).isEqualTo(run);
        assertThat(jobs(histories, JobStateKind.ABORTED)).isNotEmpty().isEqualTo(aborted);
        assertThat(jobs(histories, JobStateKind.WAITING))
                .hasSizeGreaterThan(aborted.size())
                .doesNotHaveDuplicates();
        assertThat(jobs(histories, JobStateKind.EVICTED)).isNotEmpty();
        // a job that was evicted before it failed does not fail again
        assertThat(jobs(histories, JobStateKind.RETRIED))
                .hasSizeBetween(1, JOBS / BuildFarm.BROKEN_ONE_IN)
                .doesNotHaveDuplicates();
    }

    private static List<String> jobs(List<LeaseHistory> histories, JobStateKind kind) {
        return histories.stream()
                .flatMap(history -> history.events().stream())
                .filter(event -> event.getKind() == kind)
                .map(JobStateEvent::getJob)
                .sorted()
                .toList();
    }

    /** Returns the history of each cohort's decisions, and asserts that their numbers have no gap. */
    private List<LeaseHistory> histories(Tenant tenant) throws Exception {
        Map<String, TreeMap<Long, ConsumerRecord<byte[], byte[]>>> decisions = new TreeMap<>();
        for (Output<?> output : domain.outputs()) {
            for (ConsumerRecord<byte[], byte[]> record :
                    tenant.tail(output.topic()).toEnd()) {
                String seq = Tenant.header(record, OutputFormat.SEQ);
                if (!seq.isEmpty()) {
                    var before = decisions
                            .computeIfAbsent(Tenant.header(record, OutputFormat.UNIT), unit -> new TreeMap<>())
                            .put(Long.parseLong(seq), record);
                    assertThat(before)
                            .as("another with the number of %s", record)
                            .isNull();
                }
            }
        }
        List<LeaseHistory> histories = new ArrayList<>();
        for (TreeMap<Long, ConsumerRecord<byte[], byte[]>> unit : decisions.values()) {
            assertThat(unit.firstKey()).isEqualTo(1);
            assertThat(unit.lastKey()).isEqualTo(unit.size());
            LeaseHistory history = new LeaseHistory();
            for (ConsumerRecord<byte[], byte[]> record : unit.values()) {
                history.take(tenant.wire().read(record.topic(), record.value()));
            }
            histories.add(history);
        }
        return histories;
    }
}
