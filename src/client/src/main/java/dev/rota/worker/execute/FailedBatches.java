package dev.rota.worker.execute;

import dev.rota.engine.Nullable;
import dev.rota.shards.Batch;
import java.util.concurrent.atomic.AtomicLong;

/** Counts a worker's failed batches, and formats log lines about them. */
final class FailedBatches {

    private final AtomicLong failed = new AtomicLong();

    /**
     * Returns the line about the first, second, fourth, eighth failure and so on, or null for the others: an executor
     * that fails every batch must not fill the disk.
     */
    @Nullable
    String take(Batch batch, String error) {
        long count = failed.incrementAndGet();
        if (Long.bitCount(count) > 1) {
            return null;
        }
        return "Batch " + batch.getBatch() + " of shard " + batch.getShard() + " has failed (" + count + " so far): "
                + error;
    }

    long count() {
        return failed.get();
    }
}
