package dev.rota.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.trials.Full;
import dev.rota.trials.Seeds;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that the simulation finds each defect by the seed that is known to find it. With {@code -Dsim.mutant.search=true},
 * searches {@code sim.mutant.seeds} seeds for another one.
 */
@ExtendWith(Quiet.class)
@Full
class MutantsTest {

    private static final int SEEDS_MAX = Integer.getInteger("sim.mutant.seeds", 2_000);

    private static final boolean SEARCHES = Boolean.getBoolean("sim.mutant.search");

    static List<Mutant> mutants() {
        return Stream.concat(IntakeMutants.ALL.stream(), SchedulerMutants.ALL.stream())
                .filter(mutant -> mutant.seed() != Mutant.BY_ITS_PLAN)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void shouldBeFound(Mutant mutant, @TempDir Path folder) {
        if (mutant.seedsToFind(folder.resolve("known"), mutant.seed(), 1) == 1) {
            return;
        }
        assertThat(SEARCHES)
                .as(
                        "expected seed %d to find '%s', but it does not. To find a seed that does: mvn test"
                                + " -Dtest=MutantsTest -Dtests.full=true -Dsim.mutant.search=true",
                        mutant.seed(), mutant.name())
                .isTrue();
        int seeds = mutant.seedsToFind(folder.resolve("all"), 0, SEEDS_MAX);

        System.out.printf("found after %,d seeds, no longer by seed %,d: %s%n", seeds, mutant.seed(), mutant.name());
        assertThat(seeds).as(mutant.name()).isLessThanOrEqualTo(SEEDS_MAX);
    }

    @ParameterizedTest
    @FieldSource("dev.rota.sim.SchedulerMutants#HARMLESS")
    void shouldDoNoHarm(Mutant mutant, @TempDir Path folder) {
        int seeds = Seeds.of(300);

        assertThat(mutant.seedsToFind(folder, 0, seeds)).as(mutant.name()).isGreaterThan(seeds);
    }
}
