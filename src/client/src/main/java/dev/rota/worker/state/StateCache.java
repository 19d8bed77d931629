package dev.rota.worker.state;

import dev.rota.engine.Nullable;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Caches the entries that executors read, of the shards that were executed latest, up to a number of bytes for all
 * shards together. Thread-safe.
 */
final class StateCache {

    /** The approximate size of a shard without its name and entries. */
    private static final long SHARD_BYTES = 250;

    private final EntryReader disk;
    private final long bytesMax;

    /** The shards in the order of their latest execution, the earliest first. */
    private final Map<String, CachedShard> shards = new LinkedHashMap<>();

    private long bytes;

    StateCache(EntryReader disk, long bytesMax) {
        this.disk = disk;
        this.bytesMax = bytesMax;
    }

    /** Returns a shard that is about to be executed, and moves it to the end of the order. */
    synchronized CachedShard opened(String shard) {
        CachedShard known = shards.remove(shard);
        CachedShard cached = known == null ? new CachedShard(shard, disk, this) : known;
        shards.put(shard, cached);
        if (known == null) {
            grown(cached, SHARD_BYTES + 2L * shard.length());
        }
        return cached;
    }

    /** Returns a shard that is cached, or null if it is not. */
    synchronized @Nullable CachedShard cached(String shard) {
        return shards.get(shard);
    }

    /** Counts the growth of a shard. If the total is too large, drops other shards, and at last the shard itself. */
    synchronized void grown(CachedShard shard, long by) {
        if (!shard.equals(shards.get(shard.name()))) {
            return;
        }
        shard.charged += by;
        bytes += by;
        while (bytes > bytesMax) {
            CachedShard oldest = shards.values().iterator().next();
            shards.remove(oldest.name());
            bytes -= oldest.charged;
            oldest.drop();
        }
    }

    synchronized long bytes() {
        return bytes;
    }

    synchronized int size() {
        return shards.size();
    }
}
