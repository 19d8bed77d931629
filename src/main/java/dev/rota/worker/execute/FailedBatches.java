package dev.rota.worker.execute;

import dev.rota.engine.Nullable;
import dev.rota.shards.Batch;
import java.util.concurrent.atomic.AtomicLong;

/** Counts a worker's failed batches, and says for its log why they fail. */
final class FailedBatches {

    private final AtomicLong failed = new AtomicLong();

    /**
     * The line about a failure; null if it is not the first, second, fourth, eighth and so on: an executor that fails at
     * everything must not fill the disk.
     */
    @Nullable
    String take(Batch batch, String error) {
        long count = failed.incrementAndGet();
        if (Long.bitCount(count) > 1) {
            return null;
        }
        return "Batch " + batch.getBatch() + " of shard " + batch.getShard() + " has failed, " + count + " in all: "
                + error;
    }

    long count() {
        return failed.get();
    }
}
