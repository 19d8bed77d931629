package dev.rota.audit.log;

import dev.rota.engine.Nullable;

/**
 * Follows the offsets of a log partition from its beginning. A log has no gaps: its writers use no transactions, and
 * nothing in it is compacted. One at its beginning is retention's doing.
 */
public final class LogSequence {

    /** Log records that are missing, from the first to the last of them. */
    public record Gap(long first, long last) {

        public boolean isSingle() {
            return first == last;
        }
    }

    private long next;

    /** The offset that comes next. */
    public long next() {
        return next;
    }

    /** Passes a record; what is missing before it, if anything. */
    @Nullable
    public Gap pass(long offset) {
        Gap missing = before(offset);
        next = offset + 1;
        return missing;
    }

    /** What is missing before an offset, if anything. */
    @Nullable
    public Gap before(long offset) {
        return next < offset ? new Gap(next, offset - 1) : null;
    }
}
