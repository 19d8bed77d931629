package dev.rota.audit;

import dev.rota.engine.Chain;
import dev.rota.engine.Nullable;
import java.nio.ByteBuffer;

/**
 * What an audit found about one unit in one log partition. What follows from log records of which nothing shows yet that
 * they were decided is kept apart until {@link #confirm}.
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

    /** The place of the last decision so far, decided or not. */
    long seqAhead() {
        return ahead.seq;
    }

    void record(ByteBuffer head, long seq) {
        ahead.records++;
        ahead.chain = head;
        ahead.seq = seq;
    }

    void decision(boolean checkpoint) {
        if (checkpoint) {
            ahead.checkpoints++;
        } else {
            ahead.decisions++;
        }
    }

    void notCompared() {
        ahead.notCompared++;
    }

    /** The first divergence in the order of the log is the one that counts: later ones may only follow from it. */
    void diverges(long cause, Divergence found) {
        if (cause < divergenceCause) {
            divergence = found;
            divergenceCause = cause;
        }
    }

    /** The same, of a log record of which nothing shows yet that it was decided. */
    void divergesAhead(long cause, Divergence found) {
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

    /** All that was noted was decided. */
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

    /** Log records taken into its chain. */
    public long records() {
        return confirmed.records;
    }

    /** Decisions that were found as they must be. */
    public long decisions() {
        return confirmed.decisions;
    }

    /** Checkpoints that were found as they must be. */
    public long checkpoints() {
        return confirmed.checkpoints;
    }

    /** Decisions whose output record retention has deleted. */
    public long notComparedDecisions() {
        return confirmed.notCompared;
    }

    /** The head of its chain, hex; empty where no record of it was decided. */
    public String chain() {
        return confirmed.chain == null ? "" : Chain.hex(confirmed.chain);
    }

    /** The place of its last decision in the unit's sequence. */
    public long seq() {
        return confirmed.seq;
    }

    public @Nullable Divergence divergence() {
        return divergence;
    }

    /** Whether there is anything to say about it. */
    boolean found() {
        return confirmed.records > 0 || divergence != null;
    }

    /** Counts of log records up to some point. */
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
