package dev.rota.audit;

import dev.rota.engine.Nullable;

/** What an audit found about one unit in one log partition. */
public final class UnitFindings {

    private final String unit;
    private final int partition;
    private long records;
    private long decisions;
    private long checkpoints;
    private long notCompared;
    private String chain = "";

    @Nullable
    private Divergence divergence;

    UnitFindings(String unit, int partition) {
        this.unit = unit;
        this.partition = partition;
    }

    void record(String chainHead) {
        records++;
        chain = chainHead;
    }

    void decision(boolean checkpoint) {
        if (checkpoint) {
            checkpoints++;
        } else {
            decisions++;
        }
    }

    void notCompared() {
        notCompared++;
    }

    /** The first divergence is the one that counts: what comes after it may only follow from it. */
    void diverges(Divergence found) {
        if (divergence == null) {
            divergence = found;
        }
    }

    public String unit() {
        return unit;
    }

    public int partition() {
        return partition;
    }

    /** Log records taken into its chain. */
    public long records() {
        return records;
    }

    /** Decisions that were found as they must be. */
    public long decisions() {
        return decisions;
    }

    /** Checkpoints that were found as they must be. */
    public long checkpoints() {
        return checkpoints;
    }

    /** Decisions whose output record retention has deleted. */
    public long notComparedDecisions() {
        return notCompared;
    }

    /** The head of its chain, hex. */
    public String chain() {
        return chain;
    }

    public @Nullable Divergence divergence() {
        return divergence;
    }
}
