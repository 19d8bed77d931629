package dev.rota.testing;

import dev.rota.audit.Audit;
import dev.rota.audit.AuditProgress;
import dev.rota.audit.AuditReport;
import dev.rota.audit.AuditScope;
import dev.rota.audit.findings.UnitFindings;
import dev.rota.engine.Domain;
import dev.rota.engine.Parallel;
import dev.rota.settings.Settings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Verifies a log that {@code rota audit export} has recorded with its decisions. */
public final class RecordedLog {

    private RecordedLog() {}

    /**
     * Decides a recorded log again.
     *
     * @param folder the folder that {@code rota audit export} has written
     * @return the number of decisions, all of which equal the recorded ones
     * @throws AssertionError if a decision differs from the recorded one, or if there is none to compare
     */
    public static long verify(Domain domain, Path folder) {
        try (Audit audit = Audit.ofFiles(domain, folder, Settings.of(Map.of()))) {
            AuditReport report = audit.verify(Parallel.SEQUENTIAL, AuditScope.ALL, AuditProgress.SILENT);
            if (report.outcome() != AuditReport.Outcome.VERIFIED) {
                throw new AssertionError("expected " + domain.name() + " to decide " + folder + " as before, but it is "
                        + report.outcome() + differences(report));
            }
            return report.decisions();
        }
    }

    private static String differences(AuditReport report) {
        return report.partitions().stream()
                .flatMap(findings -> Stream.of(
                                findings.units().stream()
                                        .map(UnitFindings::divergence)
                                        .filter(Objects::nonNull),
                                findings.divergences().stream())
                        .flatMap(found -> found)
                        .map(found -> "\n  " + found.at() + ": " + found.what()
                                + (found.there() == null ? "" : "\n    there: " + found.there())
                                + (found.expected() == null ? "" : "\n    expected: " + found.expected())))
                .collect(Collectors.joining());
    }
}
