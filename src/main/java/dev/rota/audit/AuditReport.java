package dev.rota.audit;

import dev.rota.audit.findings.Divergence;
import dev.rota.audit.findings.Findings;
import dev.rota.audit.findings.HeadFindings;
import dev.rota.audit.findings.UnitFindings;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The result of an audit.
 *
 * @param partitions the findings for each audited log partition, in order
 * @param unattributed records not caused by any log partition
 * @param moreUnattributed how many more there were than are kept
 * @param heads the findings for expected heads
 */
public record AuditReport(
        List<Findings> partitions, List<Divergence> unattributed, long moreUnattributed, List<HeadFindings> heads) {

    /** The overall outcome. */
    public enum Outcome {
        VERIFIED,
        DIVERGES,
        NOTHING_COMPARED
    }

    public Outcome outcome() {
        if (!unattributed.isEmpty()
                || !partitions.stream().allMatch(Findings::hold)
                || !heads.stream().allMatch(HeadFindings::holds)) {
            return Outcome.DIVERGES;
        }
        return decisions() + checkpoints() == 0 ? Outcome.NOTHING_COMPARED : Outcome.VERIFIED;
    }

    /** Decisions whose output records are right. */
    public long decisions() {
        return units(UnitFindings::decisions);
    }

    /** Checkpoints that are right. */
    public long checkpoints() {
        return units(UnitFindings::checkpoints);
    }

    /** Log records not shown to be decided yet. */
    public long pending() {
        return partitions.stream().mapToLong(Findings::pending).sum();
    }

    /** Log records in the units' chains. */
    public long records() {
        return units(UnitFindings::records);
    }

    /** Whether the outputs are complete: retention has deleted nothing. */
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
