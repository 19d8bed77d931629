package dev.rota.worker.state;

import dev.rota.engine.Nullable;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Caches the entries that executors read, of the shards that were executed latest; all shards together keep to a
 * number of bytes. Thread-safe.
 */
final class StateCache {

    /** The rough size of a shard beside its name and entries. */
    private static final long SHARD_BYTES = 250;

    private final EntryReader disk;
    private final long bytesMax;

    /** Those executed longest ago first. */
    private final Map<String, CachedShard> shards = new LinkedHashMap<>();

    private long bytes;

    StateCache(EntryReader disk, long bytesMax) {
        this.disk = disk;
        this.bytesMax = bytesMax;
    }

    /** A shard that is to be executed; it is dropped last now. */
    synchronized CachedShard opened(String shard) {
        CachedShard known = shards.remove(shard);
        CachedShard cached = known == null ? new CachedShard(shard, disk, this) : known;
        shards.put(shard, cached);
        if (known == null) {
            grown(cached, SHARD_BYTES + 2L * shard.length());
        }
        return cached;
    }

    /** A shard of which something may be cached; null if nothing is. */
    synchronized @Nullable CachedShard cached(String shard) {
        return shards.get(shard);
    }

    /** A shard takes this much more memory; others are dropped if that is too much, and at last the shard itself. */
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
