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

    /** The last sequence number so far, whether shown to be decided or not. */
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

    /** Adds a divergence. The first one in log order counts: later ones may be its consequences. */
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

    /** Whether this is the first change since the last {@link #confirm}. */
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

    /** Log records in its chain. */
    public long records() {
        return confirmed.records;
    }

    /** Decisions whose output records are right. */
    public long decisions() {
        return confirmed.decisions;
    }

    /** Checkpoints that are right. */
    public long checkpoints() {
        return confirmed.checkpoints;
    }

    /** Decisions whose output records were deleted by retention. */
    public long notComparedDecisions() {
        return confirmed.notCompared;
    }

    /** The head of its chain in hex; empty if no record of it was decided. */
    public String chain() {
        return confirmed.chain == null ? "" : Chain.hex(confirmed.chain);
    }

    /** The sequence number of its last decision. */
    public long seq() {
        return confirmed.seq;
    }

    public @Nullable Divergence divergence() {
        return divergence;
    }

    /** Whether anything was found about it. */
    boolean found() {
        return confirmed.records > 0 || divergence != null;
    }

    /** The counts up to some log record. */
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
