package dev.rota.stream.kstreams;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether a new stream thread helps against an exception that ended one. Streams handles most failures of
 * transactions itself, but not a transaction that can only be aborted: a new thread aborts it and begins again.
 */
public final class ThreadReplacements {

    private static final Logger LOG = LoggerFactory.getLogger(ThreadReplacements.class);

    static final int IN_TEN_MINUTES_MAX = 5;

    private static final long TEN_MINUTES_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final LongSupplier nanos;
    private final Deque<Long> replaced = new ArrayDeque<>();

    public ThreadReplacements(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Returns whether to replace the thread. A failure that keeps recurring is not mended by a new one. */
    public synchronized boolean helps(Throwable ended) {
        boolean abortable = false;
        for (Throwable cause = ended; cause != null; cause = cause.getCause()) {
            abortable |= cause instanceof TransactionAbortableException;
        }
        long now = nanos.getAsLong();
        replaced.removeIf(at -> now - at > TEN_MINUTES_NANOS);
        if (!abortable || replaced.size() >= IN_TEN_MINUTES_MAX) {
            return false;
        }
        replaced.add(now);
        LOG.warn("A stream thread has lost its transaction and is replaced: {}", ended.toString());
        return true;
    }
}
