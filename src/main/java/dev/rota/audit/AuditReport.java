package dev.rota.audit;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What an audit came to.
 *
 * @param partitions each log partition that was looked at, in order
 * @param strangers records that no log partition answers for
 * @param moreStrangers how many more of them there were
 * @param heads what became of the heads that were expected
 */
public record AuditReport(
        List<Findings> partitions, List<Divergence> strangers, long moreStrangers, List<HeadFindings> heads) {

    /** The audit in a word. */
    public enum Outcome {
        VERIFIED,
        DIVERGES,
        NOTHING_COMPARED
    }

    public Outcome outcome() {
        if (!strangers.isEmpty()
                || !partitions.stream().allMatch(Findings::hold)
                || !heads.stream().allMatch(HeadFindings::holds)) {
            return Outcome.DIVERGES;
        }
        return decisions() + checkpoints() == 0 ? Outcome.NOTHING_COMPARED : Outcome.VERIFIED;
    }

    /** Decisions that were found as they must be. */
    public long decisions() {
        return units(UnitFindings::decisions);
    }

    /** Checkpoints that were found as they must be. */
    public long checkpoints() {
        return units(UnitFindings::checkpoints);
    }

    /** Log records of which nothing shows that they were decided. */
    public long pending() {
        return partitions.stream().mapToLong(Findings::pending).sum();
    }

    /** Log records taken into the units' chains. */
    public long records() {
        return units(UnitFindings::records);
    }

    /** Whether all that the outputs ever held is still there. */
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
