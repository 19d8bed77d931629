package dev.rota.pages.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.engine.Nullable;
import dev.rota.pages.index.Entry;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Decisions as trees of JSON, those used last: whoever looks at a chain again sees most blocks again, and to decode a block
 * of a thousand cores takes longer than to draw it. Any thread may use it; nobody changes a tree.
 */
public final class Trees {

    /** Decodes a value. */
    @FunctionalInterface
    public interface Decoding {
        JsonNode of(byte[] value) throws IOException;
    }

    private record At(String topic, int partition, long offset) {}

    private record Kept(JsonNode tree, int bytes) {}

    private final long bytesMax;
    private final Map<At, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    /** @param bytesMax of the values as they are stored; a tree takes about thirty times as much */
    public Trees(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    public JsonNode of(Entry entry, byte[] value, Decoding decoding) throws IOException {
        At at = new At(entry.topic(), entry.partition(), entry.offset());
        JsonNode known = get(at);
        if (known != null) {
            return known;
        }
        JsonNode tree = decoding.of(value);
        keep(at, new Kept(tree, value.length));
        return tree;
    }

    private synchronized @Nullable JsonNode get(At at) {
        Kept known = kept.get(at);
        return known == null ? null : known.tree();
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
