package dev.rota.audit;

import dev.rota.audit.findings.BuildFindings;
import dev.rota.audit.findings.Divergence;
import dev.rota.audit.findings.Findings;
import dev.rota.audit.findings.HeadFindings;
import dev.rota.audit.findings.UnitFindings;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The result of an audit.
 * @param partitions the findings for each audited log partition, in order
 * @param unattributed the records not caused by any log partition, up to a limit
 * @param moreUnattributed the number of such records beyond the limit
 * @param heads the findings for expected heads
 */
public record AuditReport(
        List<Findings> partitions, List<Divergence> unattributed, long moreUnattributed, List<HeadFindings> heads) {

    /** The overall outcome. */
    public enum Outcome {
        VERIFIED,
        DIVERGES,
        /**
         * Everything that this build can recompute is right, but the log continues with rules that it does not support.
         */
        NEEDS_NEWER_BUILD,
        NOTHING_COMPARED
    }

    public Outcome outcome() {
        if (!partitions.stream().allMatch(Findings::hold)) {
            return Outcome.DIVERGES;
        }
        // Heads and outputs of later records may be right, which only a newer build can determine.
        if (needsNewerBuild()) {
            return Outcome.NEEDS_NEWER_BUILD;
        }
        if (!unattributed.isEmpty() || !heads.stream().allMatch(HeadFindings::holds)) {
            return Outcome.DIVERGES;
        }
        return decisions() + checkpoints() == 0 ? Outcome.NOTHING_COMPARED : Outcome.VERIFIED;
    }

    /** Returns whether a log partition continues with rules that this build does not support. */
    public boolean needsNewerBuild() {
        return partitions.stream().anyMatch(Findings::needsNewerBuild);
    }

    /** Returns the number of decisions whose output records are right. */
    public long decisions() {
        return units(UnitFindings::decisions);
    }

    /** Returns the number of checkpoints that are right. */
    public long checkpoints() {
        return units(UnitFindings::checkpoints);
    }

    /** Returns the number of log records not shown to be decided yet. */
    public long pending() {
        return partitions.stream().mapToLong(Findings::pending).sum();
    }

    /** Returns the number of these from the first one of each partition on whose decisions no output shows. */
    public long undecided() {
        return partitions.stream().mapToLong(Findings::undecided).sum();
    }

    /** Returns the builds that the evidence names, without repetition, in the order of their names. */
    public List<String> builds() {
        return partitions.stream()
                .flatMap(findings -> findings.builds().stream())
                .map(BuildFindings::build)
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns the number of log records in the units' chains. */
    public long records() {
        return units(UnitFindings::records);
    }

    /** Returns whether everything was compared: retention has deleted nothing, and this build supports all rules. */
    public boolean isWhole() {
        return partitions.stream().allMatch(findings -> findings.notCompared().isEmpty());
    }

    private long units(ToLongFunction<UnitFindings> count) {
        return partitions.stream()
                .flatMap(findings -> findings.units().stream())
                .mapToLong(count)
                .sum();
    }
}
