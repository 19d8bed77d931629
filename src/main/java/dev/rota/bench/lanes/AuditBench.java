package dev.rota.bench.lanes;

import dev.rota.audit.Audit;
import dev.rota.audit.AuditProgress;
import dev.rota.audit.AuditReport;
import dev.rota.audit.AuditScope;
import dev.rota.engine.Domain;
import dev.rota.engine.machine.ParallelThreads;
import java.util.Locale;

/** Audits what a run has just produced, from its topics, as a user would. */
public final class AuditBench {

    private AuditBench() {}

    /** How many log records per second it recomputes and compares, after a first audit for warm-up. */
    public static double recordsPerSecond(Domain domain, RunTopics site) {
        measured(domain, site);
        return measured(domain, site);
    }

    private static double measured(Domain domain, RunTopics site) {
        long start = System.nanoTime();
        AuditReport report;
        try (ParallelThreads parallel = ParallelThreads.onAllProcessors();
                Audit audit = Audit.ofCluster(domain, site.settings())) {
            report = audit.verify(parallel, AuditScope.ALL, AuditProgress.SILENT);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        if (report.outcome() != AuditReport.Outcome.VERIFIED) {
            throw new IllegalStateException("expected the audit to verify what was measured, but it says "
                    + report.outcome().name().toLowerCase(Locale.ROOT) + ": run 'rota audit "
                    + domain.name() + "' against a cluster with this workload");
        }
        return report.records() / seconds;
    }
}
