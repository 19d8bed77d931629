package dev.rota.shards.shard;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Cached shards in the order in which they came, or had their second chance. Those that are evicted in another way stay in
 * it until they are a third of it.
 */
final class ShardClock {

    private static final int EVICTED_MIN = 64;

    private final Queue<Shard> shards = new ArrayDeque<>();
    private int evicted;

    void add(Shard shard) {
        shards.add(shard);
    }

    /** Removes the eldest, which may be evicted already. */
    Shard next() {
        Shard eldest = shards.remove();
        evicted -= eldest.evicted ? 1 : 0;
        return eldest;
    }

    /** One of them has been evicted. */
    void evicted() {
        evicted++;
        if (evicted > EVICTED_MIN && evicted > shards.size() / 3) {
            shards.removeIf(shard -> shard.evicted);
            evicted = 0;
        }
    }

    /** How many there are, those that are evicted already among them. */
    int size() {
        return shards.size();
    }
}
