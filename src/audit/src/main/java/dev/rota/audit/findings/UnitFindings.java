package dev.rota.audit.findings;

import dev.rota.engine.Nullable;
import dev.rota.engine.machine.Chain;
import java.nio.ByteBuffer;

/**
 * An audit's findings about one unit in one log partition. Findings at log records not shown to be decided yet are
 * kept separately until {@link #confirm}.
 */
public final class UnitFindings {

    private final String unit;
    private final int partition;
    private final Tally confirmed = new Tally();
    private final Tally ahead = new Tally();
    private boolean behind;

    @Nullable
    private Divergence divergence;

    private long divergenceCause = Long.MAX_VALUE;

    UnitFindings(String unit, int partition) {
        this.unit = unit;
        this.partition = partition;
    }

    /** Returns the last sequence number so far, whether shown to be decided or not. */
    public long seqAhead() {
        return ahead.seq;
    }

    public void record(ByteBuffer head, long seq) {
        ahead.records++;
        ahead.chain = head;
        ahead.seq = seq;
    }

    public void decision(boolean checkpoint) {
        if (checkpoint) {
            ahead.checkpoints++;
        } else {
            ahead.decisions++;
        }
    }

    public void notCompared() {
        ahead.notCompared++;
    }

    /** Adds a divergence. Only the first one in log order is kept: later ones may be its consequences. */
    public void diverges(long cause, Divergence found) {
        if (cause < divergenceCause) {
            divergence = found;
            divergenceCause = cause;
        }
    }

    /** Adds a divergence at a log record not shown to be decided yet. */
    public void divergesAhead(long cause, Divergence found) {
        if (ahead.divergence == null) {
            ahead.divergence = found;
            ahead.divergenceCause = cause;
        }
    }

    /** Returns whether this is the first change since the last {@link #confirm}. */
    boolean getsAhead() {
        boolean first = !behind;
        behind = true;
        return first;
    }

    /** Confirms all findings so far. */
    void confirm() {
        behind = false;
        confirmed.set(ahead);
        if (ahead.divergence != null) {
            diverges(ahead.divergenceCause, ahead.divergence);
            ahead.divergence = null;
        }
    }

    public String unit() {
        return unit;
    }

    public int partition() {
        return partition;
    }

    /** Returns the number of log records in the unit's chain. */
    public long records() {
        return confirmed.records;
    }

    /** Returns the number of decisions whose output records are right. */
    public long decisions() {
        return confirmed.decisions;
    }

    /** Returns the number of checkpoints that are right. */
    public long checkpoints() {
        return confirmed.checkpoints;
    }

    /** Returns the number of decisions whose output records were deleted by retention. */
    public long notComparedDecisions() {
        return confirmed.notCompared;
    }

    /** Returns the head of the unit's chain in hex; empty if no record of the unit was decided. */
    public String chain() {
        return confirmed.chain == null ? "" : Chain.hex(confirmed.chain);
    }

    /** Returns the sequence number of the unit's last decision. */
    public long seq() {
        return confirmed.seq;
    }

    public @Nullable Divergence divergence() {
        return divergence;
    }

    /** Returns whether there are findings about the unit. */
    boolean found() {
        return confirmed.records > 0 || divergence != null;
    }

    /** The counts up to a log record. */
    private static final class Tally {
        private long records;
        private long decisions;
        private long checkpoints;
        private long notCompared;
        private long seq;

        @Nullable
        private ByteBuffer chain;

        @Nullable
        private Divergence divergence;

        private long divergenceCause;

        void set(Tally other) {
            records = other.records;
            decisions = other.decisions;
            checkpoints = other.checkpoints;
            notCompared = other.notCompared;
            seq = other.seq;
            chain = other.chain;
        }
    }
}
