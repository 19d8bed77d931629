package dev.rota.shards.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Domain;
import dev.rota.shards.PoolControl;
import dev.rota.shards.ShardResumed;
import dev.rota.testing.Decider;
import dev.rota.testing.Determinism;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import dev.rota.testing.TimedDecision;
import dev.rota.trials.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the decisions of the scheduler with those of a naive model of the rules, in random histories. */
class ShardsModelTest {

    private static final int SEEDS = Seeds.of(100);

    /** The number of seeds for the scheduler that reads all its rows before each record. */
    private static final int COLD_SEEDS = Seeds.of(30);

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldDecideAsTheModelDoes(Profile profile) {
        assertAlike(profile, SEEDS, Deciders::model, ShardsModelTest::scheduler);
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldKeepTheInvariants(Profile profile) {
        for (long seed = Seeds.first(); seed < Seeds.first() + SEEDS; seed++) {
            ShardsInvariants.assertHold(scheduler(), RandomHistory.shown(seed, profile));
        }
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldDecideColdAsWarm(Profile profile) {
        assertAlike(
                profile,
                Math.max(1, SEEDS / 10),
                ShardsModelTest::scheduler,
                () -> Deciders.scheduler(TestLog.cold(new ShardsDomain())));
    }

    /** Only the last shard of a step stays in memory, with the rest of the pool. */
    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldDecideWithoutCacheAsTheModelDoes(Profile profile) {
        assertDecidesAsTheModel(profile, "0");
    }

    /** Some shards stay in memory. */
    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldDecideWithASmallCacheAsTheModelDoes(Profile profile) {
        assertDecidesAsTheModel(profile, "5000");
    }

    private static void assertDecidesAsTheModel(Profile profile, String cacheBytes) {
        Domain domain = new ShardsDomain().configured(new TreeMap<>(Map.of("cache.bytes", cacheBytes)));
        assertAlike(profile, COLD_SEEDS, Deciders::model, () -> Deciders.scheduler(TestLog.warm(domain)));
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldChainAndSetTimersColdAsWarm(Profile profile) {
        for (long seed = Seeds.first(); seed < Seeds.first() + COLD_SEEDS; seed++) {
            Determinism.checkRestarts(new ShardsDomain(), RandomHistory.of(seed, profile));
        }
    }

    @Test
    void shouldDecideTheSameInAnotherProcess() {
        Determinism.check(new ShardsDomain(), RandomHistory.of(1, Profile.CHAOS));
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldFindNoDifferenceBetweenTheModelAndItself(Profile profile) {
        assertAlike(profile, Math.max(1, SEEDS / 10), Deciders::model, Deciders::model);
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldFindAndShrinkADifference(Profile profile) {
        // given
        Supplier<Decider<TimedDecision>> deafToResumes = () -> {
            Decider<TimedDecision> model = Deciders.model();
            return moment -> isResume(moment) ? List.of() : model.take(moment);
        };
        List<Moment> history = new ArrayList<>(RandomHistory.of(1, profile));
        history.add(new Moment(1L << 50, RandomControls.control(new ShardResumed("nowhere"))));

        // when
        String difference = Deciders.difference(Deciders::model, deafToResumes).in(history);

        // then
        assertThat(difference).isNotNull().contains("\"ShardResumed\"");
        assertThat(difference.lines().filter(line -> line.startsWith("{\"topic\"")))
                .as("a resume, and what it may be of")
                .hasSizeLessThanOrEqualTo(2);
    }

    private static boolean isResume(Moment moment) {
        return moment.event() instanceof PoolControl control
                && control.getEvent() instanceof ShardResumed resumed
                && !resumed.getShard().isEmpty();
    }

    private static Decider<TimedDecision> scheduler() {
        return Deciders.scheduler(TestLog.warm(new ShardsDomain()));
    }

    private static void assertAlike(
            Profile profile,
            int seeds,
            Supplier<Decider<TimedDecision>> expected,
            Supplier<Decider<TimedDecision>> actual) {
        Deciders.difference(expected, actual).check(Seeds.first(), seeds, seed -> RandomHistory.of(seed, profile));
    }
}
