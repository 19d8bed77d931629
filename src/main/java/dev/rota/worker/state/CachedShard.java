package dev.rota.worker.state;

import dev.rota.engine.Nullable;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The cached entries of one shard. It reads what is missing from the disk, where committed blocks are first.
 *
 * <p>An executor whose turn is lost may read while the shard's next blocks are committed. What it then reads from the
 * disk is not cached if a commit has come between, because it may be older than what the commit has put here.
 */
final class CachedShard {

    /** The rough size of an entry beside its bytes: map node, buffer and two array headers. */
    static final long ENTRY_BYTES = 144;

    /** Stands for an entry that does not exist. */
    private static final byte[] GONE = new byte[0];

    private final String name;
    private final EntryReader disk;
    private final StateCache cache;
    private final Map<ByteBuffer, byte[]> entries = new HashMap<>();
    private long commits;
    private boolean dropped;

    /** What it takes, as far as the cache has counted; guarded by the cache. */
    long charged;

    CachedShard(String name, EntryReader disk, StateCache cache) {
        this.name = name;
        this.disk = disk;
        this.cache = cache;
    }

    String name() {
        return name;
    }

    /** An entry's value; null if there is none. */
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

    /** Takes the changes of a committed block. */
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

    /** Returns by how many bytes it grew. */
    private long put(byte[] key, @Nullable byte[] value) {
        if (dropped) {
            return 0;
        }
        byte[] before = entries.put(ByteBuffer.wrap(key), value == null ? GONE : value);
        long after = value == null ? 0 : value.length;
        return before == null ? ENTRY_BYTES + key.length + after : after - before.length;
    }

    /** Forgets all; from now on every read is from the disk. */
    synchronized void drop() {
        dropped = true;
        entries.clear();
    }
}
