package dev.rota.worker.state;

import dev.rota.engine.Nullable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The entries that were written latest, in two generations: when the younger is full it becomes the older, and what was
 * the older is forgotten. One thread writes; any may read.
 */
final class RecentEntries {

    /** The overhead of an entry in memory. */
    private static final int ENTRY_BYTES = 120;

    /** Marks a deleted entry that may still be on disk. */
    private static final byte[] GONE = new byte[0];

    /** Both generations at one time; lookups try the younger, then the older. */
    record Generations(Map<EntryKey, byte[]> younger, Map<EntryKey, byte[]> older) {

        /** Lays a shard's entries over older ones. */
        void overlay(String shard, Map<byte[], byte[]> entries) {
            overlay(older, shard, entries);
            overlay(younger, shard, entries);
        }

        private static void overlay(Map<EntryKey, byte[]> from, String shard, Map<byte[], byte[]> entries) {
            from.forEach((key, value) -> {
                if (!key.shard().equals(shard)) {
                    return;
                }
                if (isGone(value)) {
                    entries.remove(key.key());
                } else {
                    entries.put(key.key(), value);
                }
            });
        }
    }

    private volatile Generations generations = new Generations(new ConcurrentHashMap<>(), Map.of());
    private long youngerBytes;

    Generations generations() {
        return generations;
    }

    /** An entry, which may be one that {@link #isGone}; null: the disk has what there is. */
    @Nullable
    byte[] get(EntryKey key) {
        Generations both = generations;
        byte[] value = both.younger().get(key);
        return value == null ? both.older().get(key) : value;
    }

    @SuppressWarnings("ReferenceEquality") // one array stands for all that is gone; an empty value is another
    static boolean isGone(byte[] value) {
        return value == GONE;
    }

    /** What the younger generation takes. */
    long youngerBytes() {
        return youngerBytes;
    }

    /** Writes an entry, or that it is gone, which is remembered where the disk may have it. */
    void put(EntryKey key, @Nullable byte[] value, boolean onDiskToo) {
        Map<EntryKey, byte[]> younger = generations.younger();
        byte[] before =
                value == null && !onDiskToo ? younger.remove(key) : younger.put(key, value == null ? GONE : value);
        youngerBytes -= before == null ? 0 : ENTRY_BYTES + key.key().length + before.length;
        youngerBytes +=
                value == null && !onDiskToo ? 0 : ENTRY_BYTES + key.key().length + (value == null ? 0 : value.length);
    }

    /** Forgets the older generation; the younger takes its place. */
    void age() {
        generations = new Generations(new ConcurrentHashMap<>(), generations.younger());
        youngerBytes = 0;
    }
}
