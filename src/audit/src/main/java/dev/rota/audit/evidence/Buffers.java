package dev.rota.audit.evidence;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory of an audit for records read before they are needed. Each reader has its own share, so that none waits for
 * another; records beyond it go to the spill file.
 */
public final class Buffers implements AutoCloseable {

    private final long shareBytes;
    private final Spill spill = new Spill();
    private final AtomicLong held = new AtomicLong();
    private final AtomicLong most = new AtomicLong();

    public Buffers(long memoryBytes, int readers) {
        this.shareBytes = memoryBytes / Math.max(1, readers);
    }

    /** Returns the number of bytes that one reader may hold. */
    public long shareBytes() {
        return shareBytes;
    }

    public Spill spill() {
        return spill;
    }

    /** Adds to the count of bytes held; a negative number releases them. */
    public void held(long bytes) {
        long now = held.addAndGet(bytes);
        if (now > most.get()) {
            most.accumulateAndGet(now, Math::max);
        }
    }

    /** Returns the peak of bytes held. */
    public long most() {
        return most.get();
    }

    @Override
    public void close() {
        spill.close();
    }
}
