package dev.rota.worker.execute;

import dev.rota.engine.Nullable;
import dev.rota.shards.Batch;
import java.util.concurrent.atomic.AtomicLong;

/** Counts a worker's failed batches, and says for its log why they fail. */
final class FailedBatches {

    private final AtomicLong failed = new AtomicLong();

    /**
     * The line about a failure, if it is the first, second, fourth, eighth and so on; else null. An executor that fails
     * every batch must not fill the disk with lines.
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
