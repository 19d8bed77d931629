package dev.rota.pages;

import dev.rota.audit.Audit;
import dev.rota.audit.AuditReport;
import dev.rota.audit.AuditScope;
import dev.rota.audit.findings.Divergence;
import dev.rota.audit.findings.Findings;
import dev.rota.audit.findings.UnitFindings;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.pages.view.TaskView;
import dev.rota.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** An audit that was started from the pages. */
final class AuditTask {

    private AuditTask() {}

    /** Returns the prefix of the task ids of a domain's audits. */
    static String prefix(String domain) {
        return "audit/" + domain + "/";
    }

    static String prefix(String domain, String unit) {
        return prefix(domain) + Url.segment(unit) + "/";
    }

    static Tasks.Work<AuditReport> work(Domain domain, String unit, Settings settings) {
        return progress -> {
            try (Audit audit = Audit.ofCluster(domain, settings)) {
                return audit.verify(
                        Parallel.SEQUENTIAL,
                        new AuditScope(unit.isEmpty() ? null : unit, null, List.of()),
                        progress::report);
            }
        };
    }

    static AuditReport report(Tasks.Task task) {
        return (AuditReport) Objects.requireNonNull(task.answer());
    }

    static AuditReport.Outcome outcome(Tasks.Task task) {
        return report(task).outcome();
    }

    static String summary(Tasks.Task task) {
        AuditReport report = report(task);
        return switch (report.outcome()) {
            case VERIFIED -> Show.number(report.decisions()) + " decisions are right";
            case DIVERGES -> "the evidence does not hold";
            case NEEDS_NEWER_BUILD -> "the log continues with records that only a newer build can recompute";
            case NOTHING_COMPARED -> "there was nothing to compare";
        };
    }

    /** Returns the findings about a unit, or null if the report has none. */
    static @Nullable UnitFindings of(AuditReport report, String unit) {
        return report.partitions().stream()
                .flatMap(findings -> findings.units().stream())
                .filter(findings -> findings.unit().equals(unit))
                .findFirst()
                .orElse(null);
    }

    /** Returns the first log offset of a unit's partition that the audit did not reach. */
    static long reached(AuditReport report, int partition) {
        return report.partitions().stream()
                .filter(findings -> findings.partition() == partition)
                .mapToLong(Findings::to)
                .findFirst()
                .orElse(0);
    }

    static List<TaskView.Section> sections(AuditReport report) {
        List<List<String>> units = new ArrayList<>();
        List<List<String>> divergences = new ArrayList<>();
        report.unattributed().forEach(found -> add(divergences, found));
        for (Findings findings : report.partitions()) {
            findings.divergences().forEach(found -> add(divergences, found));
            for (UnitFindings unit : findings.units()) {
                units.add(List.of(
                        Show.unit(unit.unit()),
                        String.valueOf(findings.partition()),
                        Show.number(unit.records()),
                        Show.number(unit.decisions()),
                        Show.number(unit.checkpoints()),
                        String.valueOf(unit.seq()),
                        unit.chain(),
                        unit.divergence() == null ? "verified" : "DIVERGES"));
                if (unit.divergence() != null) {
                    add(divergences, unit.divergence());
                }
            }
        }
        List<TaskView.Section> sections = new ArrayList<>();
        if (!divergences.isEmpty()) {
            sections.add(new TaskView.Section(
                    "What differs, the first of each unit",
                    List.of("Where", "What", "There", "Expected"),
                    divergences));
        }
        sections.add(new TaskView.Section(
                "Units",
                List.of("Unit", "Partition", "Log records", "Decisions", "Checkpoints", "Sequence", "Head", "Result"),
                units));
        return sections;
    }

    private static void add(List<List<String>> rows, Divergence found) {
        rows.add(List.of(
                Show.text(found.at()),
                Show.text(found.what()),
                found.there() == null ? "" : Show.text(found.there()),
                found.expected() == null ? "" : Show.text(found.expected())));
    }
}
