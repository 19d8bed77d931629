package dev.rota.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.TestLog;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random histories, decided by the scheduler and by a model that knows the rules and nothing else. */
class JobsModelTest {

    private static final int SEEDS = 100;

    /** Each record of these is decided by a scheduler that reads all its rows first. */
    private static final int COLD_SEEDS = 80;

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldDecideAsTheModelDoes(Profile profile) {
        assertAlike(profile, SEEDS, Decider::model, () -> Decider.scheduler(TestLog.warm(new JobsDomain())));
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldDecideColdAsWarm(Profile profile) {
        assertAlike(
                profile,
                SEEDS / 10,
                () -> Decider.scheduler(TestLog.warm(new JobsDomain())),
                () -> Decider.scheduler(TestLog.cold(new JobsDomain())));
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldChainAndSetTimersColdAsWarm(Profile profile) {
        for (long seed = 0; seed < COLD_SEEDS; seed++) {
            // given
            TestLog warm = TestLog.warm(new JobsDomain());
            TestLog cold = TestLog.cold(new JobsDomain());
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
            assertThat(cold.chain("default")).isEqualTo(warm.chain("default"));
        }
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldFindNoDifferenceBetweenTheModelAndItself(Profile profile) {
        assertAlike(profile, SEEDS / 10, Decider::model, Decider::model);
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldFindAndShrinkADifference(Profile profile) {
        // given
        Supplier<Decider> deafToCancels = () -> {
            Decider model = Decider.model();
            return moment -> isCancel(moment) ? List.of() : model.take(moment);
        };

        // when
        String difference = Difference.between(Decider::model, deafToCancels, RandomHistory.of(1, profile));

        // then
        assertThat(difference).isNotNull().contains("{\"JobCancelled\":{}}").contains("JOB_UNKNOWN");
        assertThat(difference.lines().filter(line -> line.startsWith("{\"topic\"")))
                .hasSize(1);
    }

    private static boolean isCancel(Moment moment) {
        return moment.event() instanceof JobEvent job && job.getEvent() instanceof JobCancelled;
    }

    private static void assertAlike(Profile profile, int seeds, Supplier<Decider> expected, Supplier<Decider> actual) {
        for (long seed = 0; seed < seeds; seed++) {
            assertThat(Difference.between(expected, actual, RandomHistory.of(seed, profile)))
                    .as("profile %s, seed %s", profile, seed)
                    .isNull();
        }
    }
}
