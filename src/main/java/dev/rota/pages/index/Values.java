package dev.rota.pages.index;

import dev.rota.engine.Nullable;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The bytes of the latest output records, so that a page that draws sixty of them reads none again. Bounded in bytes; the
 * topic that has most of them loses its oldest, so that a busy one does not push out the few records of a quiet one. Any
 * thread may use it.
 */
public final class Values {

    /** A value larger than this is read again when it is shown. */
    private static final int VALUE_BYTES_MAX = 262_144;

    /** What an entry of the map costs besides its value. */
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

    /** Keeps a record's value. */
    public synchronized void add(String topic, int partition, long offset, byte[] value) {
        if (value.length > VALUE_BYTES_MAX) {
            return;
        }
        Topic its = topics.computeIfAbsent(topic, name -> new Topic());
        bytes -= its.bytes;
        its.add(new At(partition, offset), value);
        bytes += its.bytes;
        while (bytes > bytesMax) {
            Topic largest = topics.values().stream()
                    .max(Comparator.comparingLong(each -> each.bytes))
                    .orElse(its);
            bytes -= largest.bytes;
            largest.dropOldest();
            bytes += largest.bytes;
        }
    }

    /** The value of an entry; null if it is not kept. It is shared: nobody changes it. */
    public synchronized @Nullable byte[] of(Entry entry) {
        Topic its = topics.get(entry.topic());
        return its == null ? null : its.values.get(new At(entry.partition(), entry.offset()));
    }

    private static long size(byte[] value) {
        return (long) value.length + ENTRY_BYTES;
    }
}
