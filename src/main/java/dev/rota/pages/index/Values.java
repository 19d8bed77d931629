package dev.rota.pages.index;

import dev.rota.engine.Nullable;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The bytes of the latest output records, so that a page that draws sixty of them reads none again. Bounded in bytes,
 * the oldest go first. Any thread may use it.
 */
public final class Values {

    /** A value larger than this is read again when it is shown. */
    private static final int VALUE_BYTES_MAX = 262_144;

    /** What an entry of the map costs besides its value. */
    private static final long ENTRY_BYTES = 150;

    private record At(String topic, int partition, long offset) {}

    private final long bytesMax;
    private final Map<At, byte[]> values = new LinkedHashMap<>();
    private long bytes;

    public Values(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Keeps a record's value. */
    public synchronized void add(String topic, int partition, long offset, byte[] value) {
        if (value.length > VALUE_BYTES_MAX) {
            return;
        }
        byte[] before = values.put(new At(topic, partition, offset), value);
        bytes += size(value) - (before == null ? 0 : size(before));
        for (Iterator<byte[]> oldest = values.values().iterator(); bytes > bytesMax && oldest.hasNext(); ) {
            bytes -= size(oldest.next());
            oldest.remove();
        }
    }

    /** The value of an entry; null if it is not kept. It is shared: nobody changes it. */
    public synchronized @Nullable byte[] of(Entry entry) {
        return values.get(new At(entry.topic(), entry.partition(), entry.offset()));
    }

    private static long size(byte[] value) {
        return (long) value.length + ENTRY_BYTES;
    }
}
