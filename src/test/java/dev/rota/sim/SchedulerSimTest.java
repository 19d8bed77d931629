package dev.rota.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.audit.Audit;
import dev.rota.audit.AuditProgress;
import dev.rota.audit.AuditReport;
import dev.rota.audit.AuditScope;
import dev.rota.engine.Domain;
import dev.rota.engine.Parallel;
import dev.rota.engine.Seeds;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Some seeds of the simulated world with schedulers in it, whose stream threads are Kafka's own. */
@ExtendWith(Quiet.class)
class SchedulerSimTest {

    /**
     * How many seeds are tried with as many log partitions as they have. The tasks of several are committed in the order
     * of their identity hash codes, so that such a seed does not always do the same: no part of a build.
     */
    private static final int ASKED_FOR = Integer.getInteger("sim.scheduler.seeds", 0);

    /** Where the seeds begin, so that a long run can be continued. */
    private static final long FIRST = Long.getLong("sim.first", 0);

    @Test
    void shouldDecideEachInputOnceWhateverGoesWrong() {
        for (long seed = FIRST; seed < FIRST + Seeds.of(600); seed++) {
            Failures.mustBeRight(Plan.whole(seed).inOnePartition());
        }
    }

    @Test
    @EnabledIfSystemProperty(
            named = "sim.scheduler.seeds",
            matches = "\\d+",
            disabledReason = "such seeds do not always do the same; -Dsim.scheduler.seeds=10000 asks for some")
    void shouldDecideEachInputOnceInSeveralLogPartitions() {
        for (long seed = FIRST; seed < FIRST + ASKED_FOR; seed++) {
            Failures.mustBeRight(Plan.whole(seed));
        }
    }

    @ParameterizedTest
    @FieldSource("dev.rota.sim.SchedulerMutants#FOUND")
    void shouldNotMakeADefectAgainThatWasFound(Mutant found, @TempDir Path folder) throws Exception {
        Failures.mustStayMended(found, folder);
    }

    @Test
    void shouldDoTheSameForTheSameSeed() {
        for (long seed = 0; seed < 20; seed++) {
            String hash = SimRun.of(Plan.whole(seed).inOnePartition()).traceHash();

            assertThat(SimRun.of(Plan.whole(seed).inOnePartition()).traceHash())
                    .as("seed %d", seed)
                    .isEqualTo(hash);
        }
    }

    /** What a failure leaves behind is what {@code rota audit --files} reads. */
    @Test
    void shouldLeaveEvidence(@TempDir Path folder) throws Exception {
        for (long seed = 0; seed < 10; seed++) {
            Plan plan = Plan.whole(seed).inOnePartition();
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
