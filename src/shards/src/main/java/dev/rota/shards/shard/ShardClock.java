package dev.rota.shards.shard;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * A queue of the cached shards for eviction: in the order in which they were read, or had their second chance. Shards
 * that are evicted for another reason stay in it until they are a third of it.
 */
final class ShardClock {

    private static final int EVICTED_MIN = 64;

    private final Queue<Shard> shards = new ArrayDeque<>();
    private int evicted;

    void add(Shard shard) {
        shards.add(shard);
    }

    /** Removes the eldest shard, which may already be evicted. */
    Shard next() {
        Shard eldest = shards.remove();
        evicted -= eldest.evicted ? 1 : 0;
        return eldest;
    }

    /** Records that a shard has been evicted for another reason. */
    void evicted() {
        evicted++;
        if (evicted > EVICTED_MIN && evicted > shards.size() / 3) {
            shards.removeIf(shard -> shard.evicted);
            evicted = 0;
        }
    }

    /** Returns the number of shards, including those that are already evicted. */
    int size() {
        return shards.size();
    }
}
