package dev.rota.jobs.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Decision;
import dev.rota.engine.Limits;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.PolicyEvent;
import dev.rota.jobs.Victims;
import dev.rota.testing.Decider;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import dev.rota.trials.Seeds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests steps that continue in following ones, because their outputs exceed a limit far below the real one. */
class SlicedStepsTest {

    /** The most that one act emits in these histories: an eviction and an assignment. */
    private static final long ACT_BYTES_MAX = 1_400;

    /** Limits for one output or a few. */
    private static final List<Long> LIMITS = List.of(1L, 250L, 700L, 1_500L);

    private static final int SEEDS = Seeds.of(8);

    private static long limit(Profile profile, long seed) {
        return LIMITS.get((int) (List.of(Profile.values()).indexOf(profile) + seed) % LIMITS.size());
    }

    /** Without events in between, slices together decide the same as one step. */
    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldDecideInSlicesAsTheModelDoesAtOnce(Profile profile) {
        for (long seed = 0; seed < SEEDS; seed++) {
            List<Moment> history = RandomHistory.of(seed, profile).stream()
                    .map(SlicedStepsTest::withBackoff)
                    .filter(new OneSyncAMillisecond())
                    .toList();
            long limit = limit(profile, seed);
            assertThat(Deciders.difference(Deciders::model, () -> drained(limit))
                            .in(history))
                    .as("profile %s, seed %s, limit %s", profile, seed, limit)
                    .isNull();
        }
    }

    /** Covers events that come while a remainder is pending. */
    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldSliceColdAsWarm(Profile profile) {
        assertChainedAlike(profile, moment -> moment);
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldDrawInSlicesColdAsWarm(Profile profile) {
        assertChainedAlike(profile, JobsModelTest::byChance);
    }

    private static void assertChainedAlike(Profile profile, UnaryOperator<Moment> change) {
        for (long seed = 0; seed < SEEDS; seed++) {
            long limit = limit(profile, seed);
            TestLog warm = TestLog.warm(new JobsDomain(), limit);
            TestLog cold = TestLog.cold(new JobsDomain(), limit);
            for (Moment made : RandomHistory.of(seed, profile)) {
                Moment moment = change.apply(made);
                List<Decision> decided = take(warm, moment);
                take(cold, moment);
                assertThat(cold.chain("default"))
                        .as("profile %s, seed %s, limit %s, %s", profile, seed, limit, moment)
                        .isEqualTo(warm.chain("default"));
                assertThat(cold.nextDue()).isEqualTo(warm.nextDue());
                if (moment.event() == null) {
                    assertThat(bytes(decided)).isLessThan(limit + 5 * ACT_BYTES_MAX);
                }
            }
        }
    }

    /** Whichever events come between slices, each job is on at most one bot, and none is lost. */
    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldKeepEachJobInOnePlace(Profile profile) {
        for (long seed = 0; seed < SEEDS; seed++) {
            long limit = limit(profile, seed);
            TestLog log = TestLog.warm(new JobsDomain(), limit);
            TestFarm farm = TestFarm.of(log);
            for (Moment moment : RandomHistory.of(seed, profile)) {
                farm.at(moment.time());
                // the farm throws if a job is on two bots, or leaves a bot that did not have it
                if (moment.event() == null) {
                    farm.pass(moment.time());
                } else {
                    farm.hear(moment.event());
                }
            }
        }
    }

    @Test
    void shouldNotFailWhatIsStillToBeLookedAt() {
        // given room for one assignment in a step, and a queue of three jobs
        TestFarm farm = TestFarm.of(TestLog.warm(new JobsDomain(), 1));
        List.of("j1", "j2", "j3").forEach(job -> farm.submit(job, "a"));
        farm.pass(1_000);
        farm.at(5_500).sync(BotEventBuilder.bot("b").capacity(3));

        // when their next look is due, and the bot has a slot for each
        List<Integer> assigned = new ArrayList<>();
        while (farm.log().nextDue() <= 6_000) {
            farm.pass(6_000);
            assigned.add(farm.botOf().size());
        }

        // then each has been assigned, at that time
        assertThat(assigned).startsWith(1, 2, 3);
        assertThat(farm.log().now("default")).isEqualTo(6_000);
    }

    /** A look that failed before the step ran out of room is not repeated, also by an instance that reads the rows. */
    @Test
    void shouldNotRepeatALookColdThatFailedWarm() {
        // given room for one assignment in a step; a1 waits below the minimum of its instance, b2 for bot own
        TestFarm farm = TestFarm.of(TestLog.cold(new JobsDomain(), 1));
        farm.policy(policy ->
                policy.setFailureBackoffMs(1_000).setPreemptionDelayMs(0).setVictims(Victims.ANY));
        farm.quota("a", 1, 2);
        farm.quota("b", 1, 2);
        farm.at(1_000).sync(BotEventBuilder.bot("any").capacity(1));
        farm.submit("b1", "b");
        farm.submit("a1", "a", 1);
        farm.submit("b2", "b", 2);
        drain(farm, 1_000);
        farm.at(1_500).sync(BotEventBuilder.bot("own").of("b").capacity(1));

        // when b2 is assigned after a1 was looked at, and b1 can be evicted only from then on
        List<String> at2000 = drain(farm, 2_000);
        List<String> at3000 = drain(farm, 3_000);

        // then a1 waits for its next look
        assertThat(at2000).containsExactly("b2 ASSIGNED own", "own: ASSIGNED b2/2 CAPACITY");
        assertThat(at3000).contains("b1 EVICTED any", "a1 ASSIGNED any");
    }

    /** Jobs that a step leaves to the following one to abort are not in demand any more. */
    @Test
    void shouldNotDemandSlotsForJobsThatAreAboutToBeAborted() {
        // given room for one abortion in a step, and a look at the demand when two jobs are late
        TestFarm farm = TestFarm.of(TestLog.warm(new JobsDomain(), 1));
        farm.policy(policy -> policy.setQueueTimeoutMs(7_000L).setDemandEveryMs(4_000L));
        farm.at(1_000).submit("j1", "a");
        farm.submit("j2", "a");
        assertThat(drain(farm, 4_000)).containsExactly("DEMAND");
        farm.at(5_000).submit("j3", "a");

        // when
        List<String> said = drain(farm, 8_000);

        // then
        assertThat(said).containsExactly("j1 ABORTED", "j2 ABORTED", "DEMAND");
    }

    /** Advances the time until nothing is left to do. */
    private static List<String> drain(TestFarm farm, long until) {
        List<String> said = new ArrayList<>();
        do {
            said.addAll(farm.pass(until));
        } while (farm.log().nextDue() <= until);
        return said;
    }

    @Test
    void shouldNotPlaceJobsOnBotsThatAreAboutToBeLost() {
        // given two bots that fall silent together, and room for one of them in a step
        TestFarm farm = TestFarm.of(TestLog.warm(new JobsDomain(), 200));
        farm.policy(policy -> policy.setBotTimeoutMs(1_000));
        farm.sync(BotEventBuilder.bot("b1").capacity(1));
        farm.sync(BotEventBuilder.bot("b2").capacity(1));
        farm.submit("j1", "a");
        farm.submit("j2", "a");
        while (farm.log().nextDue() == Long.MIN_VALUE) {
            farm.pass(1_000);
        }
        assertThat(farm.botOf()).hasSize(2);

        // when
        List<String> said = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            said.addAll(farm.pass(2_000));
        }

        // then neither job goes to the other bot
        assertThat(said).containsExactly("j1 RETRIED b1", "j2 RETRIED b2");
        assertThat(farm.botOf()).isEmpty();
    }

    /** Returns a decider that continues steps, at the same time, until nothing is left before the next moment. */
    private static Decider<TimedDecision> drained(long limit) {
        TestLog log = TestLog.warm(new JobsDomain(), limit);
        Decider<TimedDecision> each = Deciders.scheduler(log);
        return moment -> {
            List<TimedDecision> told = new ArrayList<>();
            Moment tick = new Moment(moment.time(), null);
            for (int i = 0; log.nextDue() <= moment.time(); i++) {
                assertThat(i).as("Ticks at " + moment).isLessThan(100_000);
                told.addAll(each.take(tick));
            }
            if (moment.event() != null) {
                told.addAll(each.take(moment));
            }
            for (int i = 0; log.nextDue() <= moment.time(); i++) {
                assertThat(i).as("Ticks at " + moment).isLessThan(100_000);
                told.addAll(each.take(tick));
            }
            return told;
        };
    }

    /**
     * Replaces a backoff of 0, with which a job that failed is looked at again in a following slice but not in one
     * step.
     */
    private static Moment withBackoff(Moment made) {
        if (made.event() instanceof PolicyEvent event
                && event.getEvent() instanceof CohortPolicy policy
                && policy.getFailureBackoffMs() == 0) {
            CohortPolicy changed =
                    CohortPolicy.newBuilder(policy).setFailureBackoffMs(3_000).build();
            return new Moment(made.time(), new PolicyEvent(event.getCohort(), changed));
        }
        return made;
    }

    /**
     * Accepts one sync of a bot per millisecond: a fetch that continues cannot distinguish its own retries from those
     * of another sync of its bot at the same time.
     */
    private static final class OneSyncAMillisecond implements Predicate<Moment> {

        private final Set<List<Object>> seen = new HashSet<>();

        @Override
        public boolean test(Moment moment) {
            return !(moment.event() instanceof BotEvent bot)
                    || !(bot.getEvent() instanceof BotSync)
                    || seen.add(List.of(moment.time(), bot.getBot()));
        }
    }

    private static List<Decision> take(TestLog log, Moment moment) {
        return log.take(moment);
    }

    private static long bytes(List<Decision> decided) {
        return decided.stream()
                .filter(decision -> decision.seq() > 0)
                .mapToLong(decision -> decision.avro().length + decision.key().length() + Limits.OUTPUT_FRAME_BYTES)
                .sum();
    }
}
