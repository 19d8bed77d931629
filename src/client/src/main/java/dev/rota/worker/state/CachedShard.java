package dev.rota.worker.state;

import dev.rota.engine.Nullable;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The cached entries of one shard. Missing entries are read from the disk, which contains committed blocks before the
 * cache does.
 *
 * <p>An executor whose turn is lost may read while the shard's next blocks are committed. An entry that it reads from
 * the disk is not cached if a commit has come between, since it may be older than the committed one.
 */
final class CachedShard {

    /** The approximate size of an entry without its bytes: map node, buffer and two array headers. */
    static final long ENTRY_BYTES = 144;

    /** The value of an entry that does not exist. */
    private static final byte[] GONE = new byte[0];

    private final String name;
    private final EntryReader disk;
    private final StateCache cache;
    private final Map<ByteBuffer, byte[]> entries = new HashMap<>();
    private long commits;
    private boolean dropped;

    /** Its size as the cache has counted it; guarded by the cache. */
    long charged;

    CachedShard(String name, EntryReader disk, StateCache cache) {
        this.name = name;
        this.disk = disk;
        this.cache = cache;
    }

    String name() {
        return name;
    }

    /** Returns the value of an entry, or null if it does not exist. */
    @Nullable
    byte[] get(byte[] key) {
        long seen;
        synchronized (this) {
            byte[] known = entries.get(ByteBuffer.wrap(key));
            if (known != null) {
                return valueOf(known);
            }
            seen = commits;
        }
        byte[] value = disk.get(name, key);
        long grown;
        synchronized (this) {
            grown = seen == commits ? put(key.clone(), value) : 0;
        }
        cache.grown(this, grown);
        return value;
    }

    @SuppressWarnings("ReferenceEquality") // one array stands for all that is gone; an empty value is another
    private static @Nullable byte[] valueOf(byte[] known) {
        return known == GONE ? null : known;
    }

    /** Applies the changes of a committed block. */
    void committed(List<EntryChange> changes) {
        long grown = 0;
        synchronized (this) {
            commits++;
            for (EntryChange change : changes) {
                grown += put(change.key(), change.value());
            }
        }
        cache.grown(this, grown);
    }

    /** Puts an entry; returns by how many bytes the cache grew. */
    private long put(byte[] key, @Nullable byte[] value) {
        if (dropped) {
            return 0;
        }
        byte[] before = entries.put(ByteBuffer.wrap(key), value == null ? GONE : value);
        long after = value == null ? 0 : value.length;
        return before == null ? ENTRY_BYTES + key.length + after : after - before.length;
    }

    /** Drops all entries; from now on every read is from the disk. */
    synchronized void drop() {
        dropped = true;
        entries.clear();
    }
}
