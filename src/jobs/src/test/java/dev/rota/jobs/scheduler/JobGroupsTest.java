package dev.rota.jobs.scheduler;

import static dev.rota.jobs.scheduler.BotEventBuilder.bot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.jobs.Action;
import dev.rota.jobs.Assigner;
import dev.rota.jobs.BotStatus;
import dev.rota.jobs.farm.JobsTables;
import dev.rota.testing.TestLog;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Covers jobs that failed a look together, of which some fail again and others do not. */
@ParameterizedClass
@ValueSource(booleans = {false, true})
class JobGroupsTest {

    private static final long BACKOFF_MS = 5_000;

    @Parameter
    private boolean cold;

    private TestFarm farm;

    /**
     * Queues ten jobs that need a Mac, with rising priority numbers, of an instance whose maximum is one job. They are
     * looked at together at 7,000 and after each further backoff.
     */
    @BeforeEach
    void failTogether() {
        farm = TestFarm.of(cold ? TestLog.cold(new JobsDomain()) : TestLog.warm(new JobsDomain()));
        farm.policy(policy -> policy.setAssigner(Assigner.COHORT).setFailureBackoffMs(BACKOFF_MS));
        farm.quota("a", 0, 1);
        farm.at(2_000).operate(Action.HOLD, null, "a");
        for (int i = 0; i < 10; i++) {
            farm.submit("m" + i, "a", i, "os", "mac");
        }
        farm.operate(Action.RESUME, null, "a");
    }

    private List<String> linux(BotStatus status) {
        return farm.sync(bot("linux").has("os", "linux").status(status));
    }

    /**
     * Assigns a job with the given priority to the only slot, which fails the jobs before it. A Mac is added a second
     * later, and then the slot becomes free.
     */
    private List<String> afterALookBeside(int priority, long time) {
        farm.at(time - 3_000).operate(Action.HOLD, null, "a");
        linux(BotStatus.OK);
        farm.submit("l", "a", priority, "os", "linux");
        farm.at(time).operate(Action.RESUME, null, "a");
        assertThat(farm.botOf()).containsOnlyKeys("default/l");
        farm.at(time + 1_000).sync(bot("mac").has("os", "mac"));
        farm.sync(bot("linux").has("os", "linux").status(BotStatus.UNHEALTHY).completed("l", 1));
        return farm.pass(time + 1_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 8, 10})
    void shouldLookFirstAtJobsThatHaveNotFailedAgain(int priority) {
        // when the jobs with smaller priority numbers fail at 9,000, and a look at all jobs has been overdue since
        // 7,000
        afterALookBeside(priority, 9_000);

        // then the first of the other jobs is placed at once, or the first of all jobs at its next look
        if (priority < 10) {
            // the new job was queued after the job of the same priority, which has therefore failed with the jobs
            // before it
            String first = "m" + (priority + 1);
            assertThat(farm.botOf()).isEqualTo(Map.of("default/" + first, "mac"));
        } else {
            assertThat(farm.botOf()).isEmpty();
            farm.pass(13_999);
            assertThat(farm.botOf()).isEmpty();
            assertThat(farm.pass(14_000)).contains("m0 ASSIGNED mac");
        }
    }

    /** The next look at all jobs is due in the step in which their instance reaches its maximum. */
    @Test
    void shouldNotRepeatALookThatFailedAsExpected() {
        // given a job for another bot with the same next look
        farm.submit("l", "a", 20, "os", "linux");
        farm.at(3_000);
        linux(BotStatus.OK);

        // when
        assertThat(farm.pass(7_000)).containsExactly("l ASSIGNED linux", "linux: ASSIGNED l/1 CAPACITY");
        farm.at(8_000).sync(bot("mac").has("os", "mac"));
        farm.sync(bot("linux").has("os", "linux").status(BotStatus.UNHEALTHY).completed("l", 1));

        // then the other jobs wait for their next look
        farm.pass(11_999);
        assertThat(farm.botOf()).isEmpty();
        assertThat(farm.pass(12_000)).contains("m0 ASSIGNED mac");
    }

    @Test
    void shouldKeepTheNextLookOfEachWhenTheBackoffChanges() {
        farm.at(3_000).policy(policy -> policy.setAssigner(Assigner.COHORT).setFailureBackoffMs(60_000));
        farm.sync(bot("mac").has("os", "mac"));
        farm.pass(6_999);
        assertThat(farm.botOf()).isEmpty();
        assertThat(farm.pass(7_000)).contains("m0 ASSIGNED mac");
    }

    @Test
    void shouldKeepAPostponedLookWhenTheBackoffChanges() {
        // given jobs that have all failed again, which their rows do not show
        farm.at(4_000).operate(Action.HOLD, null, "a");
        farm.at(9_000).operate(Action.RESUME, null, "a");

        // when
        farm.at(10_000).policy(policy -> policy.setAssigner(Assigner.COHORT).setFailureBackoffMs(60_000));
        farm.sync(bot("mac").has("os", "mac"));

        // then
        farm.pass(13_999);
        assertThat(farm.botOf()).isEmpty();
        assertThat(farm.pass(14_000)).contains("m0 ASSIGNED mac");
    }

    @Test
    void shouldFetchOneOfThemInTheMillisecondOfItsLook() {
        // given a job that takes the only slot when all jobs are looked at
        farm.submit("x", "a", -1, "os", "mac", "gpu", "yes");
        farm.at(3_000).sync(bot("mac").has("os", "mac").has("gpu", "yes"));
        assertThat(farm.pass(7_000)).contains("x ASSIGNED mac");

        // when that job ends at once
        List<String> said =
                farm.sync(bot("mac").has("os", "mac").has("gpu", "yes").completed("x", 1));

        // then
        assertThat(said).contains("mac: ASSIGNED m0/2 PROACTIVE");
    }

    @Test
    void shouldPreemptAtTheFirstAllowedLook() {
        farm.quota("a", 1, 1);
        farm.quota("other", 0, 1);
        farm.at(3_000).operate(Action.HOLD, null, "a");
        farm.sync(bot("mac").has("os", "mac"));
        farm.submit("o", "other", 99, "os", "mac");
        assertThat(farm.botOf()).containsOnlyKeys("default/o");
        farm.operate(Action.RESUME, null, "a");

        // 20,000 ms after they were submitted
        assertThat(farm.log().nextDue()).isEqualTo(22_000);
        assertThat(farm.pass(22_000)).contains("o EVICTED mac", "m0 ASSIGNED mac");
    }

    /** Rows depend on the log alone, not on the order in which kinds of jobs were first read. */
    @Test
    void shouldNumberGroupsByTheirFirstJob() {
        // given a kind whose jobs have the later ids
        farm.quota("b", 0, 4);
        farm.quota("c", 0, 4);
        farm.at(3_000).operate(Action.HOLD, null, null);
        for (String job : List.of("z0", "z1", "z2", "z3")) {
            farm.submit(job, "b", 0, "os", "mac");
        }
        for (String job : List.of("n0", "n1", "n2", "n3")) {
            farm.submit(job, "c", 0, "os", "mac");
        }

        // when all fail in one step
        farm.operate(Action.RESUME, null, null);

        // then
        assertThat(group("n0")).isEqualTo(2);
        assertThat(group("z0")).isEqualTo(3);
    }

    private @Nullable Long group(String job) {
        return farm.log().table(JobsTables.JOBS, "default").expect(Key.of(job)).getGroup();
    }
}
