package dev.rota.audit;

import dev.rota.audit.findings.Divergence;
import dev.rota.audit.findings.Findings;
import dev.rota.audit.findings.UnitFindings;
import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.settings.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The result of an audit of files.
 *
 * @param right whether {@code rota audit} would exit with 0
 * @param units findings by {@code partition/unit}
 * @param others divergences that belong to no unit
 */
public record Verdict(
        boolean right, Map<String, UnitFindings> units, List<Divergence> others, List<Findings> partitions) {

    public static Verdict of(Path folder) {
        return of(folder, null, null);
    }

    public static Verdict of(Path folder, @Nullable String unit, @Nullable Long to) {
        return of(new CoresDomain(), folder, unit, to);
    }

    public static Verdict of(Domain domain, Path folder) {
        return of(domain, folder, null, null);
    }

    private static Verdict of(Domain domain, Path folder, @Nullable String unit, @Nullable Long to) {
        try (Audit audit = Audit.ofFiles(domain, folder, Settings.of(Map.of()))) {
            return of(audit.verify(Parallel.SEQUENTIAL, new AuditScope(unit, to, List.of()), AuditProgress.SILENT));
        }
    }

    public static AuditReport report(Path folder, AuditScope scope) {
        try (Audit audit = Audit.ofFiles(new CoresDomain(), folder, Settings.of(Map.of()))) {
            return audit.verify(Parallel.SEQUENTIAL, scope, AuditProgress.SILENT);
        }
    }

    public static Verdict of(AuditReport report) {
        Map<String, UnitFindings> units = new TreeMap<>();
        List<Divergence> others = new ArrayList<>();
        report.partitions().forEach(findings -> {
            findings.units().forEach(one -> units.put(findings.partition() + "/" + one.unit(), one));
            others.addAll(findings.divergences());
        });
        others.addAll(report.unattributed());
        return new Verdict(report.outcome() == AuditReport.Outcome.VERIFIED, units, others, report.partitions());
    }

    /** Returns the units that diverge, with the records at which they first do. */
    public Map<String, String> diverging() {
        Map<String, String> diverging = new TreeMap<>();
        units.forEach((name, unit) -> {
            Divergence divergence = unit.divergence();
            if (divergence != null) {
                diverging.put(name, divergence.at());
            }
        });
        return diverging;
    }

    /** Returns where and how a unit diverges. */
    Divergence divergence(String unit) {
        UnitFindings findings = Objects.requireNonNull(units.get(unit), "no unit " + unit);
        return Objects.requireNonNull(findings.divergence(), unit + " does not diverge");
    }

    /** Returns the explanation of a unit's divergence. */
    String what(String unit) {
        return divergence(unit).what();
    }

    public List<String> othersAt() {
        return others.stream().map(Divergence::at).toList();
    }
}
