package dev.rota.jobs.scheduler;

import static dev.rota.jobs.scheduler.BotEventBuilder.bot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import dev.rota.engine.log.AttendedTime;
import dev.rota.jobs.BotStatus;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobStateKind;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.Timeout;
import dev.rota.jobs.farm.JobsTables;
import dev.rota.testing.TestLog;
import dev.rota.trials.CountedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that hang and jobs that no bot can run time out, in attended time. */
class TimeoutsTest {

    private static final long MINUTE_MS = 60_000;
    private static final long HOUR_MS = 60 * MINUTE_MS;

    private static TestFarm farm(boolean cold) {
        TestFarm farm = TestFarm.of(cold ? TestLog.cold(new JobsDomain()) : TestLog.warm(new JobsDomain()));
        farm.policy(policy -> policy.setBotTimeoutMs(Times.NEVER).setLeaseAckMs(Times.NEVER));
        return farm;
    }

    private static List<String> submit(
            TestFarm farm, String job, @Nullable Long executionMs, @Nullable Long queueMs, String... needs) {
        JobSubmitted wanted = TestFarm.wanted("a", 0, null, needs);
        return farm.submit(
                job,
                "unknown",
                JobSubmitted.newBuilder()
                        .setInstance("a")
                        .setRequirements(wanted.getRequirements())
                        .setExecutionTimeoutMs(executionMs)
                        .setQueueTimeoutMs(queueMs)
                        .build());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRetryAHungJobElsewhereUntilItsAttemptsAreUsedUp(boolean cold) {
        // given
        TestFarm farm = farm(cold);
        farm.policy(policy -> policy.setBotTimeoutMs(Times.NEVER)
                .setLeaseAckMs(Times.NEVER)
                .setMaxJobAttempts(2)
                .setExecutionTimeoutMs(2 * HOUR_MS));
        farm.sync(bot("b1"));
        farm.sync(bot("b2"));
        assertThat(farm.submit("j", "a")).contains("j ASSIGNED b1");

        // when its timeout is reached, it goes to the other bot at once, and the first bot is free at once
        assertThat(farm.pass(1_000 + 2 * HOUR_MS - 1)).isEmpty();
        assertThat(farm.pass(1_000 + 2 * HOUR_MS))
                .containsExactly("b1: CANCELLED j/1", "j RETRIED b1", "j ASSIGNED b2", "b2: ASSIGNED j/2 CAPACITY");
        assertThat(farm.submit("k", "a")).contains("k ASSIGNED b1");
        farm.cancel("k");

        // then the next lease has the full timeout, and is the last
        assertThat(farm.pass(1_000 + 4 * HOUR_MS - 1)).isEmpty();
        assertThat(farm.pass(1_000 + 4 * HOUR_MS)).containsExactly("b2: CANCELLED j/2", "j ABORTED b2");
        assertThat(farm.log().nextDue()).isEqualTo(Times.NEVER);
    }

    @Test
    void shouldSayWhichTimeoutWasReached() {
        // given
        TestFarm farm = farm(false);
        farm.policy(policy -> policy.setMaxJobAttempts(1).setBotTimeoutMs(Times.NEVER));
        farm.sync(bot("b"));
        submit(farm, "hung", 90 * MINUTE_MS, null);
        submit(farm, "hopeless", null, 30 * MINUTE_MS, "gpu", "yes");

        // when
        List<JobStateEvent> said = new ArrayList<>();
        farm.log().tick(2 * HOUR_MS).forEach(decision -> {
            if (decision.value() instanceof JobStateEvent event) {
                said.add(event);
            }
        });

        // then
        assertThat(said)
                .containsExactly(
                        JobStateEvent.newBuilder()
                                .setCohort("default")
                                .setJob("hopeless")
                                .setInstance("a")
                                .setKind(JobStateKind.ABORTED)
                                .setAttempt(1)
                                .setReason("QUEUE_TIMEOUT")
                                .setTimeout(Timeout.QUEUE_TIMEOUT)
                                .build(),
                        JobStateEvent.newBuilder()
                                .setCohort("default")
                                .setJob("hung")
                                .setInstance("a")
                                .setKind(JobStateKind.ABORTED)
                                .setBot("b")
                                .setAttempt(1)
                                .setReason("EXECUTION_TIMEOUT")
                                .setTimeout(Timeout.EXECUTION_TIMEOUT)
                                .build());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldPreferTheJobsOwnTimesToThePolicys(boolean cold) {
        // given
        TestFarm farm = farm(cold);
        farm.policy(policy -> policy.setQueueTimeoutMs(HOUR_MS));
        submit(farm, "own", null, 3 * HOUR_MS);
        submit(farm, "policys", null, null);

        // then
        assertThat(farm.pass(1_000 + HOUR_MS)).containsExactly("policys ABORTED");
        assertThat(farm.pass(1_000 + 3 * HOUR_MS)).containsExactly("own ABORTED");
    }

    /** The queue timeout counts from when the job last became queued. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRestartTheQueueTimeoutWithEachRetry(boolean cold) {
        // given
        TestFarm farm = farm(cold);
        farm.sync(bot("b"));
        submit(farm, "j", null, HOUR_MS);
        farm.at(50 * MINUTE_MS).sync(bot("b").status(BotStatus.UNHEALTHY).failed("j", 1));

        // then
        assertThat(farm.pass(110 * MINUTE_MS - 1)).isEmpty();
        assertThat(farm.pass(110 * MINUTE_MS)).containsExactly("j ABORTED");
    }

    /** Iterations at the time of a timeout come first. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldPlaceAJobAtItsTimeoutRatherThanAbortIt(boolean cold) {
        // given a bot that hangs until exactly the time at which the waiting job times out
        TestFarm farm = farm(cold);
        farm.sync(bot("b"));
        farm.policy(policy ->
                policy.setBotTimeoutMs(Times.NEVER).setLeaseAckMs(Times.NEVER).setMaxJobAttempts(1));
        submit(farm, "hung", HOUR_MS, null);
        submit(farm, "waits", null, HOUR_MS);
        submit(farm, "waits-too", null, HOUR_MS);

        // then
        assertThat(farm.pass(1_000 + HOUR_MS))
                .containsExactly(
                        "b: CANCELLED hung/1",
                        "hung ABORTED b",
                        "waits ASSIGNED b",
                        "b: ASSIGNED waits/2 CAPACITY",
                        "waits-too ABORTED");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldApplyANewPolicyToWhatRunsAndWaits(boolean cold) {
        // given
        TestFarm farm = farm(cold);
        farm.sync(bot("b"));
        farm.submit("runs", "a");
        farm.submit("waits", "a");

        // when a policy makes both overdue, then they time out a millisecond later
        farm.at(5 * HOUR_MS)
                .policy(policy -> policy.setBotTimeoutMs(Times.NEVER)
                        .setMaxJobAttempts(1)
                        .setExecutionTimeoutMs(HOUR_MS)
                        .setQueueTimeoutMs(2 * HOUR_MS));
        assertThat(farm.pass(5 * HOUR_MS)).isEmpty();
        assertThat(farm.pass(5 * HOUR_MS + 1))
                .containsExactly("b: CANCELLED runs/1", "runs ABORTED b", "waits ABORTED");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCountAttendedTimeOnly(boolean cold) {
        // given a job that runs and one that waits, with timeouts of an hour each
        TestFarm farm = farm(cold);
        farm.sync(bot("b"));
        submit(farm, "runs", HOUR_MS, null);
        submit(farm, "waits", null, HOUR_MS, "gpu", "yes");

        // when a day passes, 59 minutes of which were attended
        AttendedTime some = AttendedTime.NONE.with(0, 31 * MINUTE_MS).with(20 * HOUR_MS, 20 * HOUR_MS + 28 * MINUTE_MS);
        farm.log().attended(some);
        assertThat(farm.pass(24 * HOUR_MS)).isEmpty();

        // then no timeout is judged at an event
        assertThat(farm.at(25 * HOUR_MS).submit("other", "a", 0, "gpu", "yes")).containsExactly("other QUEUED");

        // and the remaining time must be attended
        farm.log().attended(some.with(25 * HOUR_MS, 25 * HOUR_MS + MINUTE_MS));
        assertThat(farm.pass(25 * HOUR_MS + MINUTE_MS)).isEmpty();
        farm.log().attended(some.with(25 * HOUR_MS, 25 * HOUR_MS + MINUTE_MS + 1_000));
        assertThat(farm.pass(25 * HOUR_MS + MINUTE_MS + 1_000))
                .containsExactlyInAnyOrder(
                        "b: CANCELLED runs/1",
                        "runs RETRIED b",
                        "runs ASSIGNED b",
                        "b: ASSIGNED runs/2 CAPACITY",
                        "waits ABORTED");
    }

    /** Jobs that a step has no room to abort are aborted at the same time, whichever events come between. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAbortInSlices(boolean cold) {
        // given
        TestFarm farm = TestFarm.of(cold ? TestLog.cold(new JobsDomain(), 200) : TestLog.warm(new JobsDomain(), 200));
        for (int i = 0; i < 9; i++) {
            submit(farm.at(1_000 + i), "j" + i, null, HOUR_MS + i % 2, "gpu", "yes");
        }

        // when
        List<String> said = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            said.addAll(farm.pass(3 * HOUR_MS));
            said.addAll(farm.submit("between", "a", 0, "gpu", "yes"));
            said.addAll(farm.cancel("between"));
        }
        said.removeIf(line -> line.startsWith("between"));

        // then
        assertThat(said)
                .containsExactlyInAnyOrder(
                        "j0 ABORTED",
                        "j1 ABORTED",
                        "j2 ABORTED",
                        "j3 ABORTED",
                        "j4 ABORTED",
                        "j5 ABORTED",
                        "j6 ABORTED",
                        "j7 ABORTED",
                        "j8 ABORTED");
        assertThat(farm.log().nextDue()).isEqualTo(Times.NEVER);
    }

    /** Timeouts add no row per job: one timer is enough for all waiting jobs. */
    @Test
    void shouldWriteNoFurtherRowForAJobWithTimes() {
        // given
        CountedStore store = new CountedStore();
        TestFarm farm = TestFarm.of(TestLog.buffered(new JobsDomain(), store));
        farm.policy(policy -> policy.setQueueTimeoutMs(6 * HOUR_MS).setExecutionTimeoutMs(4 * HOUR_MS));
        farm.sync(bot("b"));
        farm.submit("first", "a");
        farm.submit("waits", "a");
        farm.log().flush();
        Map<Integer, Long> before = store.written();

        // when
        farm.at(2_000).submit("j", "a");
        farm.log().flush();

        // then
        assertThat(store.written(JobsTables.JOBS) - before.getOrDefault(JobsTables.JOBS.number(), 0L))
                .isEqualTo(1);
        assertThat(total(store.written()) - total(before)).isLessThanOrEqualTo(3);
    }

    private static long total(Map<Integer, Long> rows) {
        return rows.values().stream().mapToLong(Long::longValue).sum();
    }
}
