package dev.rota.chunks.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.EpochRequest;
import dev.rota.testing.Decider;
import dev.rota.testing.Determinism;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import dev.rota.testing.TimedDecision;
import dev.rota.trials.Seeds;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the decisions of the scheduler with those of a naive model of the rules, in random histories. */
class ChunksModelTest {

    private static final int SEEDS = Seeds.of(100);

    /** The number of seeds for the scheduler that reads all its rows before each record. */
    private static final int COLD_SEEDS = Seeds.of(30);

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldDecideAsTheModelDoes(Profile profile) {
        assertAlike(profile, SEEDS, Deciders::model, ChunksModelTest::scheduler);
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldKeepTheInvariants(Profile profile) {
        for (long seed = Seeds.first(); seed < Seeds.first() + SEEDS; seed++) {
            Decider<TimedDecision> scheduler = scheduler();
            ChunksInvariants invariants = new ChunksInvariants();
            for (Moment moment : RandomHistory.of(seed, profile)) {
                invariants.take(moment, scheduler.take(moment));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldDecideColdAsWarm(Profile profile) {
        assertAlike(
                profile,
                Math.max(1, SEEDS / 10),
                ChunksModelTest::scheduler,
                () -> Deciders.scheduler(TestLog.cold(new ChunksDomain())));
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldChainAndSetTimersColdAsWarm(Profile profile) {
        for (long seed = Seeds.first(); seed < Seeds.first() + COLD_SEEDS; seed++) {
            Determinism.checkRestarts(new ChunksDomain(), RandomHistory.of(seed, profile));
        }
    }

    @Test
    void shouldDecideTheSameInAnotherProcess() {
        Determinism.check(new ChunksDomain(), RandomHistory.of(1, Profile.CHAOS));
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
        Supplier<Decider<TimedDecision>> deafToRequests = () -> {
            Decider<TimedDecision> model = Deciders.model();
            return moment -> moment.event() instanceof EpochRequest request
                            && request.getNetwork().equals(RandomHistory.NETWORK)
                    ? List.of()
                    : model.take(moment);
        };

        // when
        String difference = Deciders.difference(Deciders::model, deafToRequests).in(RandomHistory.of(1, profile));

        // then
        assertThat(difference).isNotNull().contains("\"chunks.requests\"").contains("NO_WORKERS");
        assertThat(difference.lines().filter(line -> line.startsWith("{\"topic\"")))
                .hasSize(1);
    }

    private static Decider<TimedDecision> scheduler() {
        return Deciders.scheduler(TestLog.warm(new ChunksDomain()));
    }

    private static void assertAlike(
            Profile profile,
            int seeds,
            Supplier<Decider<TimedDecision>> expected,
            Supplier<Decider<TimedDecision>> actual) {
        Deciders.difference(expected, actual).check(Seeds.first(), seeds, seed -> RandomHistory.of(seed, profile));
    }
}
