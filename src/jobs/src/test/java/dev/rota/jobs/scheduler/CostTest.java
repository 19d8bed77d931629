package dev.rota.jobs.scheduler;

import static dev.rota.jobs.scheduler.BotEventBuilder.bot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.jobs.Action;
import dev.rota.jobs.Assigner;
import dev.rota.jobs.BotStatus;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.farm.JobsTables;
import dev.rota.testing.TestLog;
import dev.rota.trials.CountedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Counts the rows that an event writes: the count must not depend on the length of the queue, and must be small over a
 * job's life.
 */
class CostTest {

    private static final int UNPLACEABLE = 100_000;

    private final CountedStore store = new CountedStore();
    private final TestFarm farm = TestFarm.of(TestLog.buffered(new JobsDomain(), store));

    /** The number of the latest lease. */
    private long lease;

    private long flushed() {
        long before = jobRows();
        farm.log().flush();
        return jobRows() - before;
    }

    private long jobRows() {
        return store.written(JobsTables.JOBS);
    }

    @Test
    void shouldWriteThreeRowsForAJobsLife() {
        // given
        farm.sync(bot("b"));
        farm.submit("first", "a");
        flushed();

        // when each step is a separate transaction
        List<Long> written = new ArrayList<>();
        farm.submit("j", "a");
        written.add(flushed());
        farm.sync(bot("b").completed("first", 1));
        written.add(flushed() - 1);
        farm.sync(bot("b").completed("j", 2));
        written.add(flushed());

        // then it is inserted, assigned and removed, while the first is removed
        assertThat(farm.botOf()).isEmpty();
        assertThat(written).containsExactly(1L, 1L, 1L);
    }

    @Test
    void shouldWriteTwoRowsForAJobThatIsPlacedAtOnce() {
        farm.sync(bot("b"));
        flushed();
        farm.submit("j", "a");
        assertThat(flushed()).isEqualTo(1);
        farm.sync(bot("b").active("j", 1));
        assertThat(flushed()).isZero();
        farm.sync(bot("b").completed("j", 1));
        assertThat(flushed()).isEqualTo(1);
    }

    @Test
    void shouldWriteNoRowForAJobThatComesAndGoesWithinATransaction() {
        farm.sync(bot("b"));
        flushed();
        farm.submit("j", "a");
        farm.sync(bot("b").completed("j", 1));
        farm.submit("k", "a", 0, "os", "none");
        farm.cancel("k");
        assertThat(farm.botOf()).isEmpty();
        assertThat(flushed()).isZero();
    }

    @Test
    void shouldWriteNoRowForLooksThatFail() {
        // given a job that no bot can run, and a bot for other jobs
        farm.sync(bot("b"));
        farm.submit("unplaceable", "a", 0, "os", "none");
        flushed();

        // when the job is looked at a hundred times, one backoff apart
        for (int i = 1; i <= 100; i++) {
            farm.at(1_000 + i * 5_000L).sync(bot("b"));
        }

        // then
        assertThat(flushed()).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"PRIORITY_AGE", "COHORT"})
    void shouldWriteNoRowForJobsThatFailALook(Assigner assigner) {
        // given ten jobs for one slot, and ten of an instance at its maximum, with the same next look
        farm.policy(policy -> policy.setAssigner(assigner));
        farm.quota("a", 0, 20);
        farm.quota("full", 0, 0);
        for (int i = 0; i < 10; i++) {
            farm.submit("j" + i, "a");
            farm.submit("full" + i, "full");
        }
        farm.sync(bot("b"));
        flushed();

        // then
        assertThat(farm.pass(6_000)).contains("j0 ASSIGNED b");
        assertThat(flushed()).isEqualTo(1);
    }

    /** Jobs that share slot time do not fail: a lease that ends writes its bot, its jobs, its instance and its owner. */
    @Test
    void shouldWriteNoRowForJobsThatWaitForTheirShare() {
        // given
        farm.policy(policy -> policy.setAssigner(Assigner.SHARES));
        for (int i = 0; i < 10; i++) {
            JobSubmitted submitted =
                    JobSubmitted.newBuilder().setInstance("a").setOwner("ann").build();
            farm.submit("j" + i, "unknown", submitted);
        }
        farm.sync(bot("b"));
        farm.log().flush();

        // when
        Map<Integer, Long> before = store.written();
        assertThat(farm.at(9_000).sync(bot("b").completed("j0", 1))).contains("j1 ASSIGNED b");
        farm.log().flush();

        // then
        Map<Integer, Long> written = difference(before, store.written());
        assertThat(written.get(19)).as("jobs").isEqualTo(2);
        assertThat(written.get(18)).as("instances").isEqualTo(1);
        assertThat(written.get(29)).as("owners").isEqualTo(1);
        assertThat(written.get(20)).as("bots").isEqualTo(1);
        assertThat(written.get(16)).as("farm").isEqualTo(1);
    }

    /** Returns the rows that each event of a stream of placed jobs writes, by table. */
    private static List<Map<Integer, Long>> rowsOfAStream(int unplaceable) {
        CountedStore store = new CountedStore();
        TestFarm farm = TestFarm.of(TestLog.buffered(new JobsDomain(), store));
        farm.quota("full", 0, 0);
        farm.sync(bot("b").capacity(2).has("os", "linux"));
        for (int i = 0; i < unplaceable; i++) {
            switch (i % 3) {
                case 0 -> farm.at(2_000 + i / 100).submit("gpu" + i, "a", -1, "gpu", "yes");
                case 1 -> farm.submit("mac" + i, "b", i % 10, "os", "mac");
                default -> farm.submit("full" + i, "full", -5, "os", "linux");
            }
        }
        List<Map<Integer, Long>> rows = new ArrayList<>();
        for (int i = 1; i <= 50; i++) {
            farm.at(10_000 + i * 3_000L);
            farm.log().flush();
            Map<Integer, Long> before = store.written();
            assertThat(farm.submit("j" + i, "a", 0, "os", "linux"))
                    .contains("b: ASSIGNED j" + i + "/" + i + " CAPACITY");
            farm.log().flush();
            rows.add(difference(before, store.written()));
            Map<Integer, Long> then = store.written();
            farm.sync(bot("b").capacity(2).has("os", "linux").completed("j" + i, i));
            farm.log().flush();
            rows.add(difference(then, store.written()));
        }
        return rows;
    }

    private static Map<Integer, Long> difference(Map<Integer, Long> before, Map<Integer, Long> after) {
        after.replaceAll((table, count) -> count - before.getOrDefault(table, 0L));
        after.values().removeIf(count -> count == 0);
        return after;
    }

    @Test
    void shouldCostTheSameBesideAHundredThousandJobsThatNobodyCanRun() {
        assertThat(rowsOfAStream(UNPLACEABLE)).isEqualTo(rowsOfAStream(0));
    }

    /**
     * Under the cohort assigner, jobs are not looked at while their instance is at its maximum. If the instance is
     * below its maximum and its only bot is unhealthy, all of its jobs fail a look at a time that their rows do not
     * contain.
     */
    @ParameterizedTest
    @ValueSource(ints = {10, 1_000, 100_000})
    void shouldWriteAFewRowsForAllThatFailTogetherEachTime(int waiting) {
        // given jobs of one instance, one of which may run
        farm.policy(policy -> policy.setAssigner(Assigner.COHORT));
        farm.quota("a", 0, 1);
        for (int i = 0; i < waiting; i++) {
            farm.at(2_000 + i % 10).submit("j" + i, "a");
        }
        farm.at(10_000).sync(bot("b"));
        farm.pass(20_000);
        goAndReturn(30_000);
        farm.log().flush();

        for (int i = 4; i < 10; i++) {
            // when a job runs and ends while its bot is unhealthy, and the next job runs
            Map<Integer, Long> before = store.written();
            goAndReturn(i * 10_000L);
            farm.log().flush();

            // then
            assertThat(difference(before, store.written()).values().stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    .as("rows of all tables")
                    .isLessThan(15);
        }
    }

    @Test
    void shouldLeaveNoRowOfJobsThatFailedTogether() {
        farm.policy(policy -> policy.setAssigner(Assigner.COHORT));
        farm.quota("a", 0, 1);
        farm.operate(Action.HOLD, null, "a");
        List<String> jobs = List.of("j1", "j2", "j3", "j4", "j5");
        jobs.forEach(job -> farm.submit(job, "a"));
        farm.operate(Action.RESUME, null, "a");
        farm.log().flush();
        assertThat(store.rows(List.of(JobsTables.LOOK_GROUPS))).containsValue(1);

        jobs.forEach(farm::cancel);

        farm.log().flush();
        assertThat(store.rows(List.of(JobsTables.LOOK_GROUPS))).isEmpty();
    }

    /** Completes the job of the bot, which is unhealthy until all other jobs have failed a look. */
    private void goAndReturn(long time) {
        String job = farm.botOf().keySet().iterator().next().substring("default/".length());
        lease++;
        assertThat(farm.at(time).sync(bot("b").status(BotStatus.UNHEALTHY).completed(job, lease)))
                .containsExactly(job + " COMPLETED b");
        farm.at(time + 1_000).sync(bot("b"));
        assertThat(farm.pass(time + 8_000)).hasSize(2);
    }
}
