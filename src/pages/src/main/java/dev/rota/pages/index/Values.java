package dev.rota.pages.index;

import dev.rota.engine.Nullable;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Caches the bytes of the latest output records, so that a page that draws sixty of them does not read them again. The
 * cache is limited in bytes. The topic with the most bytes loses its oldest values first, so that a busy topic does not
 * evict the few records of a quiet one. Any thread may use it.
 */
public final class Values {

    /** The size up to which a value is cached. A larger value is read again when it is shown. */
    private static final int VALUE_BYTES_MAX = 262_144;

    /** The size of a map entry apart from the value. */
    private static final long ENTRY_BYTES = 150;

    private record At(int partition, long offset) {}

    /** The values of a topic. */
    private static final class Topic {
        final Map<At, byte[]> values = new LinkedHashMap<>();
        long bytes;

        void add(At at, byte[] value) {
            byte[] before = values.put(at, value);
            bytes += size(value) - (before == null ? 0 : size(before));
        }

        void dropOldest() {
            Iterator<byte[]> oldest = values.values().iterator();
            bytes -= size(oldest.next());
            oldest.remove();
        }
    }

    private final long bytesMax;
    private final Map<String, Topic> topics = new TreeMap<>();
    private long bytes;

    public Values(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Caches the value of a record. */
    public synchronized void add(String topic, int partition, long offset, byte[] value) {
        if (value.length > VALUE_BYTES_MAX) {
            return;
        }
        Topic known = topics.computeIfAbsent(topic, name -> new Topic());
        bytes -= known.bytes;
        known.add(new At(partition, offset), value);
        bytes += known.bytes;
        while (bytes > bytesMax) {
            Topic largest = topics.values().stream()
                    .max(Comparator.comparingLong(each -> each.bytes))
                    .orElse(known);
            bytes -= largest.bytes;
            largest.dropOldest();
            bytes += largest.bytes;
        }
    }

    /** Returns the value of an entry, or null if it is not cached. The array is shared and must not be changed. */
    public synchronized @Nullable byte[] of(Entry entry) {
        Topic known = topics.get(entry.topic());
        return known == null ? null : known.values.get(new At(entry.partition(), entry.offset()));
    }

    private static long size(byte[] value) {
        return (long) value.length + ENTRY_BYTES;
    }
}
