package dev.rota.pages.source;

import dev.rota.engine.Nullable;
import dev.rota.pages.index.Entry;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/**
 * Caches the decoded decisions that were used last. A reload of a chain's page shows most blocks again, and decoding a
 * block of a thousand cores takes longer than drawing it. Any thread may use it; values are not changed.
 */
public final class DecodedValues {

    /** Decodes a value. */
    @FunctionalInterface
    public interface Decoding {
        SpecificRecord of(byte[] value) throws IOException;
    }

    private record At(String topic, int partition, long offset) {}

    private record Kept(SpecificRecord decoded, int bytes) {}

    private final long bytesMax;
    private final Map<At, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    /** @param bytesMax the size of the values as they are stored; decoded they take several times as much */
    public DecodedValues(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    public SpecificRecord of(Entry entry, byte[] value, Decoding decoding) throws IOException {
        At at = new At(entry.topic(), entry.partition(), entry.offset());
        SpecificRecord known = get(at);
        if (known != null) {
            return known;
        }
        SpecificRecord decoded = decoding.of(value);
        keep(at, new Kept(decoded, value.length));
        return decoded;
    }

    private synchronized @Nullable SpecificRecord get(At at) {
        Kept known = kept.get(at);
        return known == null ? null : known.decoded();
    }

    private synchronized void keep(At at, Kept one) {
        if (one.bytes() > bytesMax) {
            return;
        }
        Kept before = kept.put(at, one);
        bytes += one.bytes() - (before == null ? 0 : before.bytes());
        Iterator<Kept> oldest = kept.values().iterator();
        while (bytes > bytesMax) {
            bytes -= oldest.next().bytes();
            oldest.remove();
        }
    }
}
