package dev.rota.shards.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Decision;
import dev.rota.engine.Input;
import dev.rota.engine.RefusedException;
import dev.rota.testing.Decider;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import dev.rota.testing.TimedDecision;
import dev.rota.trials.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests steps that continue in following ones, because their outputs exceed a limit far below the real one. */
class SlicedStepsTest {

    /** Limits for one act or a few. */
    private static final List<Long> LIMITS = List.of(1L, 300L, 800L, 2_000L);

    private static final int SEEDS = Seeds.of(24);

    private static long limit(Profile profile, long seed) {
        return LIMITS.get((int) (List.of(Profile.values()).indexOf(profile) + seed) % LIMITS.size());
    }

    /** Without events in between, slices together decide the same as one step. */
    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldDecideInSlicesAsTheModelDoesAtOnce(Profile profile) {
        for (long seed = 0; seed < SEEDS; seed++) {
            long limit = limit(profile, seed);
            assertThat(Deciders.difference(Deciders::model, () -> drained(limit))
                            .in(RandomHistory.single(seed, profile)))
                    .as("profile %s, seed %s, limit %s", profile, seed, limit)
                    .isNull();
        }
    }

    /** Covers events that come while a remainder is pending. */
    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldSliceColdAsWarm(Profile profile) {
        for (long seed = 0; seed < SEEDS; seed++) {
            long limit = limit(profile, seed);
            TestLog warm = TestLog.warm(new ShardsDomain(), limit);
            TestLog cold = TestLog.cold(new ShardsDomain(), limit);
            for (Moment moment : RandomHistory.of(seed, profile)) {
                List<Decision> decided = take(warm, moment);
                take(cold, moment);
                assertThat(cold.chain(RandomHistory.POOL))
                        .as("profile %s, seed %s, limit %s, %s", profile, seed, limit, moment)
                        .isEqualTo(warm.chain(RandomHistory.POOL));
                assertThat(cold.nextDue()).isEqualTo(warm.nextDue());
                if (moment.event() == null && limit == 1) {
                    assertThat(decided)
                            .filteredOn(decision -> decision.seq() > 0)
                            .as("a state with its batch or dead letter")
                            .hasSizeLessThanOrEqualTo(2);
                }
            }
        }
    }

    /** Whichever events come between slices, nothing is lost or doubled, and each shard is in its published state. */
    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldKeepTheInvariants(Profile profile) {
        for (long seed = 0; seed < SEEDS; seed++) {
            TestLog log = TestLog.warm(new ShardsDomain(), limit(profile, seed));
            ShardsInvariants.meanwhile(Deciders.scheduler(log), RandomHistory.shown(seed, profile));
        }
    }

    /** Returns a decider that continues steps, at the same time, until nothing is left before the next moment. */
    private static Decider<TimedDecision> drained(long limit) {
        TestLog log = TestLog.warm(new ShardsDomain(), limit);
        Decider<TimedDecision> each = Deciders.scheduler(log);
        return moment -> {
            if (isRefused(moment)) {
                // the event never reaches the pool, and fires no timers
                return each.take(moment);
            }
            List<TimedDecision> told = new ArrayList<>();
            drain(log, each, moment, told);
            if (moment.event() != null) {
                told.addAll(each.take(moment));
            }
            drain(log, each, moment, told);
            return told;
        };
    }

    private static boolean isRefused(Moment moment) {
        SpecificRecord event = moment.event();
        if (event == null) {
            return false;
        }
        Input<?> input = new ShardsDomain()
                .inputs().stream()
                        .filter(one -> one.type().isInstance(event))
                        .findFirst()
                        .orElseThrow();
        try {
            input.unit(event);
            return false;
        } catch (RefusedException e) {
            return true;
        }
    }

    private static void drain(TestLog log, Decider<TimedDecision> each, Moment moment, List<TimedDecision> told) {
        for (int i = 0; log.nextDue() <= moment.time(); i++) {
            assertThat(i).as("Ticks at %s", moment).isLessThan(100_000);
            told.addAll(each.take(new Moment(moment.time(), null)));
        }
    }

    private static List<Decision> take(TestLog log, Moment moment) {
        return log.take(moment);
    }
}
