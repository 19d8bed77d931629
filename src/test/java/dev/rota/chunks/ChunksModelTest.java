package dev.rota.chunks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Seeds;
import dev.rota.engine.machine.TestLog;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random histories, decided by the scheduler and by a naive model of the rules. */
class ChunksModelTest {

    private static final int SEEDS = Seeds.of(100);

    /** Each record of these is decided by a scheduler that reads all its rows first. */
    private static final int COLD_SEEDS = Seeds.of(30);

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldDecideAsTheModelDoes(Profile profile) {
        assertAlike(profile, SEEDS, Decider::model, ChunksModelTest::scheduler);
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldKeepTheInvariants(Profile profile) {
        for (long seed = 0; seed < SEEDS; seed++) {
            Decider scheduler = scheduler();
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
                () -> Decider.scheduler(TestLog.cold(new ChunksDomain())));
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldChainAndSetTimersColdAsWarm(Profile profile) {
        for (long seed = 0; seed < COLD_SEEDS; seed++) {
            // given
            TestLog warm = TestLog.warm(new ChunksDomain());
            TestLog cold = TestLog.cold(new ChunksDomain());
            Decider one = Decider.scheduler(warm);
            Decider other = Decider.scheduler(cold);

            for (Moment moment : RandomHistory.of(seed, profile)) {
                // when
                one.take(moment);
                other.take(moment);

                // then
                assertThat(cold.nextDue())
                        .as("profile %s, seed %s, %s", profile, seed, moment)
                        .isEqualTo(warm.nextDue());
            }
            assertThat(cold.chain(RandomHistory.NETWORK)).isEqualTo(warm.chain(RandomHistory.NETWORK));
        }
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldFindNoDifferenceBetweenTheModelAndItself(Profile profile) {
        assertAlike(profile, Math.max(1, SEEDS / 10), Decider::model, Decider::model);
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldFindAndShrinkADifference(Profile profile) {
        // given
        Supplier<Decider> deafToRequests = () -> {
            Decider model = Decider.model();
            return moment -> moment.event() instanceof EpochRequest request
                            && request.getNetwork().equals(RandomHistory.NETWORK)
                    ? List.of()
                    : model.take(moment);
        };

        // when
        String difference = Difference.between(Decider::model, deafToRequests, RandomHistory.of(1, profile));

        // then
        assertThat(difference).isNotNull().contains("\"chunks.requests\"").contains("NO_WORKERS");
        assertThat(difference.lines().filter(line -> line.startsWith("{\"topic\"")))
                .hasSize(1);
    }

    private static Decider scheduler() {
        return Decider.scheduler(TestLog.warm(new ChunksDomain()));
    }

    private static void assertAlike(Profile profile, int seeds, Supplier<Decider> expected, Supplier<Decider> actual) {
        for (long seed = 0; seed < seeds; seed++) {
            assertThat(Difference.between(expected, actual, RandomHistory.of(seed, profile)))
                    .as("profile %s, seed %s", profile, seed)
                    .isNull();
        }
    }
}
