package dev.rota.worker.execute;

import dev.rota.shards.Batch;

/** Decides whether a batch can be executed now. Thread-safe. */
@FunctionalInterface
interface Standings {

    enum Standing {
        /** The block before it has not arrived. */
        EARLY,
        NOW,
        /** The shard has gone on without it. */
        PASSED
    }

    Standing of(Batch batch);
}
