package dev.rota.bench.lanes;

import dev.rota.audit.Audit;
import dev.rota.audit.AuditProgress;
import dev.rota.audit.AuditReport;
import dev.rota.audit.AuditScope;
import dev.rota.engine.Domain;
import dev.rota.engine.machine.ParallelThreads;
import java.util.Locale;

/** Audits the topics of a run, as a user would. */
public final class AuditBench {

    private AuditBench() {}

    /**
     * Returns the number of log records per second that an audit recomputes and compares, after a first audit for
     * warm-up.
     */
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
            throw new IllegalStateException("expected the audit to verify the measured run, but its result is "
                    + report.outcome().name().toLowerCase(Locale.ROOT) + ": run 'rota audit "
                    + domain.name() + "' against a cluster with this workload");
        }
        return report.records() / seconds;
    }
}
