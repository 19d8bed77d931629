package dev.rota.stream.common;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.TransactionAbortableException;

/**
 * Decides whether a new consumer, or a new stream thread, helps against an exception that ended one. Kafka's clients
 * handle most failures themselves, but not
 *
 * <ul>
 *   <li>a transaction that can only be aborted: a new thread aborts it and begins again;
 *   <li>a static member whose place another has taken, as when two joins of one member cross after it was removed: a
 *       new consumer joins again, and if the place belongs to another process, that one is fenced in turn.
 * </ul>
 *
 * What keeps recurring is not mended by a replacement, so their number is bounded.
 */
public final class Replacements {

    static final int IN_TEN_MINUTES_MAX = 5;

    private static final long TEN_MINUTES_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final LongSupplier nanos;
    private final Deque<Long> replaced = new ArrayDeque<>();

    public Replacements(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Returns whether to replace what an exception has ended. */
    public synchronized boolean helps(Throwable ended) {
        boolean passes = false;
        for (Throwable cause = ended; cause != null; cause = cause.getCause()) {
            passes |= cause instanceof TransactionAbortableException || cause instanceof FencedInstanceIdException;
        }
        long now = nanos.getAsLong();
        replaced.removeIf(at -> now - at > TEN_MINUTES_NANOS);
        if (!passes || replaced.size() >= IN_TEN_MINUTES_MAX) {
            return false;
        }
        replaced.add(now);
        return true;
    }
}
