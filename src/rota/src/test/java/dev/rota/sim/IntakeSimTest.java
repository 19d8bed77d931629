package dev.rota.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.trials.Full;
import dev.rota.trials.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Simulates intake with a range of seeds. */
@ExtendWith(Quiet.class)
class IntakeSimTest {

    /**
     * The number of seeds within which {@link MutantsTest} must find a defect. The least detectable one takes 1,284.
     */
    private static final int SEEDS = Integer.getInteger("sim.seeds", Seeds.of(2_000));

    /** The first seed. A long run can be continued from another one. */
    private static final long FIRST = Long.getLong("sim.first", Seeds.first());

    @Test
    void shouldAppendEachInputOnceWhateverGoesWrong() {
        Duration simulated = Duration.ZERO;
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            simulated = simulated.plus(Failures.mustBeRight(Plan.of(seed)));
        }
        System.out.printf("%,d histories of %.1f simulated hours%n", SEEDS, simulated.toSeconds() / 3_600.0);
    }

    @ParameterizedTest
    @FieldSource("dev.rota.sim.IntakeMutants#FOUND")
    void shouldNotMakeADefectAgainThatWasFound(Mutant found) throws IOException {
        Failures.mustStayMended(found);
    }

    @ParameterizedTest
    @FieldSource("dev.rota.sim.IntakeMutants#FOUND")
    @Full
    void shouldFindTheDefectAgain(Mutant found, @TempDir Path folder) throws Exception {
        Failures.mustBeFound(found, folder);
    }

    @Test
    void shouldDoTheSameForTheSameSeed() {
        for (long seed = 0; seed < Seeds.of(20, 4); seed++) {
            String hash = SimRun.of(Plan.of(seed)).traceHash();

            assertThat(SimRun.of(Plan.of(seed)).traceHash()).as("seed %d", seed).isEqualTo(hash);
        }
    }
}
