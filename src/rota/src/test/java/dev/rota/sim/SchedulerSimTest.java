package dev.rota.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.audit.Audit;
import dev.rota.audit.AuditProgress;
import dev.rota.audit.AuditReport;
import dev.rota.audit.AuditScope;
import dev.rota.engine.Domain;
import dev.rota.engine.Parallel;
import dev.rota.trials.Full;
import dev.rota.trials.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Simulates intake and schedulers with a range of seeds. The stream threads are Kafka's. */
@ExtendWith(Quiet.class)
class SchedulerSimTest {

    private static final int SEEDS = Integer.getInteger("sim.scheduler.seeds", Seeds.of(600));

    /** The first seed. A long run can be continued from another one. */
    private static final long FIRST = Long.getLong("sim.first", Seeds.first());

    @Test
    void shouldDecideEachInputOnceWhateverGoesWrong() {
        Duration simulated = Duration.ZERO;
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            simulated = simulated.plus(Failures.mustBeRight(Plan.whole(seed)));
        }
        System.out.printf("%,d histories of %.1f simulated hours%n", SEEDS, simulated.toSeconds() / 3_600.0);
    }

    @ParameterizedTest
    @FieldSource("dev.rota.sim.SchedulerMutants#FOUND")
    void shouldNotMakeADefectAgainThatWasFound(Mutant found) throws IOException {
        Failures.mustStayMended(found);
    }

    @ParameterizedTest
    @FieldSource("dev.rota.sim.SchedulerMutants#FOUND")
    @Full
    void shouldFindTheDefectAgain(Mutant found, @TempDir Path folder) throws Exception {
        Failures.mustBeFound(found, folder);
    }

    @Test
    void shouldDoTheSameForTheSameSeed() {
        for (long seed = 0; seed < Seeds.of(20, 2); seed++) {
            String hash = SimRun.of(Plan.whole(seed)).traceHash();

            assertThat(SimRun.of(Plan.whole(seed)).traceHash())
                    .as("seed %d", seed)
                    .isEqualTo(hash);
        }
    }

    /** Checks that a shrunk plan contains only what is needed to fail. */
    @Test
    @Full
    void shouldShrinkAPlanThatFails(@TempDir Path folder) throws Exception {
        Mutant mutant = SchedulerMutants.ALL.stream()
                .filter(each -> each.name().equals("outputs are sent after the commit"))
                .findFirst()
                .orElseThrow();

        Class<?> wrong = mutant.load(folder, Shrink.class);
        Plan shrunk = Shrink.plan((String) wrong.getDeclaredMethod("first", boolean.class, long.class, int.class)
                .invoke(null, true, (long) mutant.seed(), 1));

        assertThat(shrunk.acts()).hasSizeLessThanOrEqualTo(2);
        assertThat(shrunk.faults()).isEmpty();
        assertThat(List.of(shrunk.intakes(), shrunk.schedulers(), shrunk.inputPartitions(), shrunk.logPartitions()))
                .containsOnly(1);
        assertThat(SimRun.of(shrunk).violations()).isEmpty();
    }

    /** Checks that {@code rota audit --files} can read the evidence of a run. */
    @Test
    void shouldLeaveEvidence(@TempDir Path folder) throws Exception {
        for (long seed = 0; seed < 10; seed++) {
            Plan plan = Plan.whole(seed);
            Path evidence = folder.resolve("seed-" + seed);
            SimRun.of(plan).audit().export(evidence);

            Domain domain = plan.traffic(new SimCluster()).domain();
            try (Audit audit = Audit.ofFiles(domain, evidence, SimRun.settings("one", SimRun.TRANSACTION_MS))) {
                assertThat(audit.verify(Parallel.SEQUENTIAL, AuditScope.ALL, AuditProgress.SILENT)
                                .outcome())
                        .as("seed %d", seed)
                        .isEqualTo(AuditReport.Outcome.VERIFIED);
            }
        }
    }
}
