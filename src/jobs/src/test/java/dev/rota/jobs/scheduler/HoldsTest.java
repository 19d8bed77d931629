package dev.rota.jobs.scheduler;

import static dev.rota.jobs.scheduler.BotEventBuilder.bot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Subject;
import dev.rota.engine.Times;
import dev.rota.jobs.Action;
import dev.rota.jobs.Assigner;
import dev.rota.jobs.Victims;
import dev.rota.testing.TestLog;
import dev.rota.trials.CountedStore;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A held bot, instance or cohort gets no new leases; a draining one is reported once nothing runs there any more. */
class HoldsTest {

    private static final long HOUR_MS = 3_600_000;

    private final TestFarm farm = TestFarm.warm();

    private String why(String kind, String id) {
        return Objects.requireNonNull(
                        farm.log().ask("default", new Subject(kind, id)).answer())
                .sentence();
    }

    private String state(String kind, String id) {
        return Objects.requireNonNull(
                        farm.log().ask("default", new Subject(kind, id)).answer())
                .state();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGiveAHeldBotNothingNew(boolean fetchToCapacity) {
        // given
        farm.policy(policy -> policy.setProactiveFetchToCapacity(fetchToCapacity));
        farm.sync(bot("b").capacity(2));
        farm.submit("runs", "a");

        // when
        assertThat(farm.operate(Action.HOLD, "b", null)).containsExactly("HELD bot b");

        // then it keeps its leases, and gets no new ones
        assertThat(farm.submit("waits", "a")).containsExactly("waits QUEUED");
        assertThat(farm.sync(bot("b").capacity(2).completed("runs", 1))).containsExactly("runs COMPLETED b");

        // until it is resumed
        assertThat(farm.at(2_000).operate(Action.RESUME, "b", null)).containsExactly("RESUMED bot b");
        assertThat(farm.pass(6_000)).containsExactly("waits ASSIGNED b", "b: ASSIGNED waits/2 CAPACITY");
    }

    /** A hold is of a machine, not of a session: a bot may be held before its first sync. */
    @Test
    void shouldHoldABotInEachOfItsSessions() {
        farm.operate(Action.HOLD, "b", null);
        farm.sync(bot("b"));
        farm.submit("j", "a");
        farm.sync(bot("b").in("s2"));

        assertThat(farm.botOf()).isEmpty();
        farm.operate(Action.RESUME, "b", null);
        assertThat(farm.pass(6_000)).contains("j ASSIGNED b");
    }

    /** A preemption replaces a lease, and adds none. */
    @Test
    void shouldPreemptOnAHeldBot() {
        farm.policy(policy -> policy.setVictims(Victims.ANY).setPreemptionDelayMs(0));
        farm.quota("release", 1, 4);
        farm.sync(bot("b"));
        farm.submit("night", "nightly");
        farm.operate(Action.HOLD, "b", null);

        assertThat(farm.submit("rel", "release"))
                .containsExactly(
                        "rel QUEUED",
                        "night EVICTED b",
                        "b: EVICTED night/1",
                        "rel ASSIGNED b",
                        "b: ASSIGNED rel/2 PREEMPTION");
    }

    @ParameterizedTest
    @EnumSource(Assigner.class)
    void shouldNotLookAtJobsOfAHeldInstance(Assigner assigner) {
        // given
        farm.policy(policy -> policy.setAssigner(assigner)
                .setVictims(Victims.ANY)
                .setPreemptionDelayMs(0)
                .setBotTimeoutMs(Times.NEVER));
        farm.quota("release", 1, 4);
        farm.quota("nightly", 0, 4);
        farm.sync(bot("b"));
        farm.submit("night", "nightly");

        // when
        farm.operate(Action.HOLD, null, "release");

        // then its jobs neither get a free slot nor preempt, while jobs of other instances are assigned
        assertThat(farm.submit("rel", "release")).containsExactly("rel QUEUED");
        assertThat(farm.pass(HOUR_MS)).isEmpty();
        assertThat(farm.sync(bot("b").completed("night", 1))).containsExactly("night COMPLETED b");
        assertThat(farm.submit("night2", "nightly")).contains("night2 ASSIGNED b");
        assertThat(farm.pass(2 * HOUR_MS)).isEmpty();
        assertThat(why("job", "rel"))
                .contains("instance release is held since 1970-01-01T00:00:01.000Z")
                .contains("it is not looked at until that changes");

        // and the end of the hold causes the look that was skipped
        farm.sync(bot("b2"));
        assertThat(farm.operate(Action.RESUME, null, "release"))
                .containsExactly("RESUMED instance release", "rel ASSIGNED b2", "b2: ASSIGNED rel/3 CAPACITY");
    }

    @Test
    void shouldHoldAWholeCohort() {
        farm.sync(bot("b").capacity(3));
        assertThat(farm.operate(Action.HOLD, null, null)).containsExactly("HELD cohort");

        farm.submit("j", "a");
        farm.submit("k", "other");
        assertThat(farm.log().nextDue()).as("no look is due").isGreaterThan(600_000);
        assertThat(farm.botOf()).isEmpty();
        assertThat(why("job", "j")).contains("the cohort is held since");
        assertThat(why("bot", "b")).contains("; the cohort is held since");
        assertThat(why("instance", "a")).contains("are not looked at until the cohort is resumed");

        farm.operate(Action.RESUME, null, null);
        assertThat(farm.botOf()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bot", "instance", "cohort"})
    void shouldReportOnceThatNothingRunsAnyMore(String whom) {
        // given two leases
        String id = whom.equals("bot") ? "b" : null;
        String instance = whom.equals("instance") ? "a" : null;
        String name = whom + (whom.equals("bot") ? " b" : whom.equals("instance") ? " a" : "");
        farm.sync(bot("b").capacity(2));
        farm.submit("j1", "a");
        farm.submit("j2", "a");

        // when
        assertThat(farm.operate(Action.DRAIN, id, instance)).containsExactly("DRAINING " + name);
        assertThat(farm.operate(Action.DRAIN, id, instance)).isEmpty();
        assertThat(farm.sync(bot("b").capacity(2).completed("j1", 1).active("j2", 2)))
                .containsExactly("j1 COMPLETED b");
        assertThat(farm.cancel("j2")).containsExactly("j2 CANCELLED b", "b: CANCELLED j2/2", "DRAINED " + name);

        // then it stays held
        assertThat(farm.submit("j3", "a")).containsExactly("j3 QUEUED");
        assertThat(farm.operate(Action.RESUME, id, instance)).startsWith("RESUMED " + name);
        assertThat(farm.pass(6_000).size() + farm.botOf().size()).isPositive();
    }

    @Test
    void shouldReportADrainAtOnceIfNothingRuns() {
        assertThat(farm.operate(Action.DRAIN, "nobody", null))
                .containsExactly("DRAINING bot nobody", "DRAINED bot nobody");
        assertThat(farm.operate(Action.HOLD, "nobody", null)).containsExactly("HELD bot nobody");
        assertThat(farm.operate(Action.HOLD, "nobody", null)).isEmpty();
    }

    /** A bot that is gone has no leases. */
    @Test
    void shouldReportADrainingBotThatIsGone() {
        farm.sync(bot("b"));
        farm.submit("j", "a");
        farm.operate(Action.DRAIN, "b", null);
        assertThat(farm.pass(HOUR_MS)).containsExactly("j RETRIED b", "DRAINED bot b");
        assertThat(state("bot", "b")).isEqualTo("GONE");
        assertThat(why("bot", "b"))
                .isEqualTo("bot b is gone: it is not there, but bot b is held and has drained; it was held"
                        + " since 1970-01-01T00:00:01.000Z (1000 ms)");
    }

    @Test
    void shouldRefuseToResumeWhatIsNotHeld() {
        farm.operate(Action.HOLD, "b", null);
        assertThat(farm.operate(Action.RESUME, null, "b")).containsExactly("NOT_HELD");
        assertThat(farm.operate(Action.RESUME, null, null)).containsExactly("NOT_HELD");
        assertThat(farm.operate(Action.HOLD, "b", "b")).containsExactly("VALUE_INVALID");
        assertThat(farm.operate(Action.HOLD, "", null)).containsExactly("VALUE_INVALID");
    }

    @Test
    void shouldLimitHolds() {
        TestFarm warm = TestFarm.warm();
        for (int i = 0; i < JobsLimits.HOLDS_MAX; i++) {
            warm.operate(Action.HOLD, "b" + i, null);
        }
        assertThat(warm.operate(Action.HOLD, null, "a")).containsExactly("HOLDS_FULL");
        assertThat(warm.operate(Action.DRAIN, "b7", null)).startsWith("DRAINING bot b7");
        assertThat(warm.operate(Action.RESUME, "b7", null)).containsExactly("RESUMED bot b7");
        assertThat(warm.operate(Action.HOLD, null, "a")).containsExactly("HELD instance a");
    }

    @Test
    void shouldShowAndCountHolds() {
        // given
        farm.sync(bot("b1").capacity(2));
        farm.sync(bot("b2"));
        farm.submit("j", "a");
        farm.operate(Action.DRAIN, "b1", null);
        farm.operate(Action.HOLD, "b2", null);
        farm.operate(Action.DRAIN, null, "a");
        farm.submit("k", "c");

        // then
        assertThat(state("bot", "b1")).isEqualTo("DRAINING");
        assertThat(why("bot", "b1")).endsWith("; bot b1 is draining, held since 1970-01-01T00:00:01.000Z (1000 ms)");
        assertThat(state("bot", "b2")).isEqualTo("HELD");
        assertThat(state("instance", "a")).isEqualTo("DRAINING");
        assertThat(why("job", "k")).contains("2 bots match: 2 are held");
        assertThat(farm.log().gauges("default"))
                .containsEntry("holds[BOT, HELD]", 1L)
                .containsEntry("holds[BOT, DRAINING]", 1L)
                .containsEntry("holds[BOT, DRAINED]", 0L)
                .containsEntry("holds[INSTANCE, DRAINING]", 1L)
                .containsEntry("holds[COHORT, HELD]", 0L)
                .containsEntry("slots[free]", 0L)
                .containsEntry("slots[used]", 1L)
                .containsEntry("slots[held]", 2L);
    }

    /** Holding everything for a night costs neither a timer nor a row. */
    @Test
    void shouldCostNothingWhileItIsHeld() {
        // given
        CountedStore store = new CountedStore();
        TestFarm held = TestFarm.of(TestLog.buffered(new JobsDomain(), store));
        held.policy(policy -> policy.setBotTimeoutMs(Times.NEVER).setLeaseAckMs(Times.NEVER));
        held.sync(bot("b").capacity(9));
        held.operate(Action.HOLD, null, "a");
        for (int i = 0; i < 1_000; i++) {
            held.at(1_000 + i).submit("j" + i, "a", i % 3);
        }
        held.log().flush();
        long before = rows(store);

        // when
        assertThat(held.log().nextDue()).isEqualTo(Times.NEVER);
        assertThat(held.pass(24 * HOUR_MS)).isEmpty();
        held.log().flush();

        // then
        assertThat(rows(store)).isEqualTo(before);
        List<String> resumed = held.at(25 * HOUR_MS).operate(Action.RESUME, null, "a");
        assertThat(resumed.stream().filter(said -> said.contains(" ASSIGNED b")))
                .hasSize(9);
    }

    private static long rows(CountedStore store) {
        return store.written().values().stream().mapToLong(Long::longValue).sum();
    }
}
