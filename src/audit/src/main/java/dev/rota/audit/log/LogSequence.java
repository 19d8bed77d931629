package dev.rota.audit.log;

import dev.rota.engine.Nullable;

/**
 * Tracks the offsets of a log partition from its beginning. A log has no gaps: its writers use no transactions, and
 * none of it is compacted. A gap at its beginning is due to retention.
 */
public final class LogSequence {

    /** A range of missing log records, from the first to the last of them. */
    public record Gap(long first, long last) {

        public boolean isSingle() {
            return first == last;
        }
    }

    private long next;

    /** Returns the next expected offset. */
    public long next() {
        return next;
    }

    /** Passes a record. Returns the gap before it, or null. */
    @Nullable
    public Gap pass(long offset) {
        Gap missing = before(offset);
        next = offset + 1;
        return missing;
    }

    /** Returns the gap before an offset, or null. */
    @Nullable
    public Gap before(long offset) {
        return next < offset ? new Gap(next, offset - 1) : null;
    }
}
