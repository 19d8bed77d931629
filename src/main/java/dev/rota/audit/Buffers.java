package dev.rota.audit;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that an audit may fill with records that it has read ahead. Each reader has a share of its own, so that no
 * reader waits for another; what does not fit goes to the spill file.
 */
final class Buffers implements AutoCloseable {

    private final long shareBytes;
    private final Spill spill = new Spill();
    private final AtomicLong held = new AtomicLong();
    private final AtomicLong most = new AtomicLong();

    Buffers(long memoryBytes, int readers) {
        this.shareBytes = memoryBytes / Math.max(1, readers);
    }

    /** What one reader may hold. */
    long shareBytes() {
        return shareBytes;
    }

    Spill spill() {
        return spill;
    }

    /** Counts bytes that are held from now on; negative: no longer. */
    void held(long bytes) {
        long now = held.addAndGet(bytes);
        if (now > most.get()) {
            most.accumulateAndGet(now, Math::max);
        }
    }

    /** The most bytes that were ever held at a time. */
    long most() {
        return most.get();
    }

    @Override
    public void close() {
        spill.close();
    }
}
