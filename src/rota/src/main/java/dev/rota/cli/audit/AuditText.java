package dev.rota.cli.audit;

import dev.rota.audit.AuditReport;
import dev.rota.audit.findings.BuildFindings;
import dev.rota.audit.findings.Divergence;
import dev.rota.audit.findings.Findings;
import dev.rota.audit.findings.HeadFindings;
import dev.rota.audit.findings.UnitFindings;
import dev.rota.engine.Nullable;
import dev.rota.engine.Version;
import dev.rota.engine.text.Printable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Formats an audit's report as text. All text from records is escaped, so that an id cannot add lines. */
final class AuditText {

    private final PrintWriter out;

    AuditText(PrintWriter out) {
        this.out = out;
    }

    void print(AuditReport report, @Nullable String unit) {
        report.partitions().forEach(findings -> print(findings, unit));
        report.unattributed().forEach(record -> print("", record));
        if (report.moreUnattributed() > 0) {
            line("and " + report.moreUnattributed() + " more");
        }
        report.heads().forEach(head -> print(head, report.needsNewerBuild()));
        otherBuilds(report);
        line(verdict(report, unit));
    }

    /** Until 1.0, builds may decide differently under the same number of rules. */
    private void otherBuilds(AuditReport report) {
        List<String> others = new ArrayList<>(report.builds());
        others.remove(Version.OF_JAR);
        if (report.outcome() == AuditReport.Outcome.DIVERGES && !others.isEmpty()) {
            line("This is build " + Version.OF_JAR + ", and the evidence names others: " + String.join(", ", others)
                    + ". Before version 1.0, builds may decide differently under the same rules: audit with the build"
                    + " that decided before you conclude anything.");
        }
    }

    private static String verdict(AuditReport report, @Nullable String unit) {
        return switch (report.outcome()) {
            case DIVERGES -> "The evidence does not hold.";
            case NEEDS_NEWER_BUILD -> "What this build can recompute is right. The rest needs a newer build of Rota.";
            case NOTHING_COMPARED ->
                "Nothing was compared: "
                        + (unit == null ? "no output and no checkpoint is" : "no output of the unit '" + unit + "' is")
                        + " there to hold against the log.";
            case VERIFIED ->
                report.isWhole() ? "Every decision is right." : "Every decision that is left to compare is right.";
        };
    }

    private static String pending(Findings findings, @Nullable String unit) {
        long needless = findings.pending() - findings.undecided();
        return (needless == 0
                        ? ""
                        : ", " + needless + " later ones "
                                + (unit == null ? "need no decision" : "are of other units or need no decision"))
                + (findings.undecided() == 0
                        ? ""
                        : ", " + findings.undecided() + " pending (no output shows that they were decided)");
    }

    private void print(Findings findings, @Nullable String unit) {
        line("partition " + findings.partition() + ": "
                + (findings.to() == findings.from()
                        ? "nothing decided"
                        : "log offsets " + findings.from() + " to " + (findings.to() - 1) + " recomputed")
                + pending(findings, unit)
                + (findings.duplicates() == 0 ? "" : ", " + findings.duplicates() + " repetitions of intake dropped"));
        if (findings.sourcesCompared() + findings.sourcesGone() > 0) {
            line("  " + findings.sourcesCompared() + " records compared with their inputs, " + findings.sourcesGone()
                    + " inputs are no longer there");
        }
        findings.notCompared().forEach(gone -> line("  not compared: " + gone));
        findings.builds().forEach(this::print);
        findings.units().forEach(this::print);
        findings.divergences().forEach(divergence -> print("  ", divergence));
        if (findings.moreDivergences() > 0) {
            line("  and " + findings.moreDivergences() + " more");
        }
    }

    private void print(BuildFindings build) {
        List<String> its = new ArrayList<>();
        if (build.rulesAt() >= 0) {
            its.add("rules " + build.rules() + " announced at offset " + build.rulesAt());
        }
        if (build.checkpoints() > 0) {
            its.add(build.checkpoints() + " checkpoints, offsets " + build.from() + " to " + build.to());
        }
        line("  by build " + build.build() + ": " + String.join("; ", its));
    }

    private void print(UnitFindings unit) {
        Divergence divergence = unit.divergence();
        line("  " + (unit.unit().isEmpty() ? "(no unit)" : unit.unit()) + ": " + unit.records() + " log records, "
                + unit.decisions() + " decisions, " + unit.checkpoints() + " checkpoints"
                + (unit.notComparedDecisions() == 0 ? "" : ", " + unit.notComparedDecisions() + " not compared")
                + "; seq " + unit.seq() + ", chain " + unit.chain() + ": "
                + (divergence == null ? "verified" : "DIVERGES"));
        if (divergence != null) {
            print("    ", divergence);
        }
    }

    private void print(HeadFindings head, boolean needsNewerBuild) {
        line("expected head " + head.head() + ": "
                + (head.holds()
                        ? "found after " + head.at()
                        : head.at() == null
                                ? needsNewerBuild
                                        ? "NOT FOUND in what this build can recompute"
                                        : "NOT FOUND, the chain never had it"
                                : "NOT SHOWN, the chain had it after " + head.at()
                                        + ", but no output shows that this was decided: later outputs are gone"));
    }

    private void print(String indent, Divergence divergence) {
        line(indent + divergence.at() + ": " + divergence.what());
        if (divergence.there() != null) {
            line(indent + "  there:    " + divergence.there());
        }
        if (divergence.expected() != null) {
            line(indent + "  expected: " + divergence.expected());
        }
    }

    private void line(String text) {
        out.println(Printable.of(text));
    }
}
