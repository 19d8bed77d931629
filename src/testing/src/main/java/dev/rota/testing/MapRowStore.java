package dev.rota.testing;

import dev.rota.engine.Nullable;
import dev.rota.engine.rows.RowStore;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;

/** Stores rows in a sorted map. */
public class MapRowStore implements RowStore {

    private final NavigableMap<byte[], byte[]> rows = new TreeMap<>(Arrays::compareUnsigned);

    @Override
    public @Nullable byte[] get(byte[] key) {
        return rows.get(key);
    }

    @Override
    public void put(byte[] key, byte[] value) {
        rows.put(key, value);
    }

    @Override
    public void delete(byte[] key) {
        rows.remove(key);
    }

    @Override
    public Range range(byte[] from, @Nullable byte[] to) {
        Iterator<Map.Entry<byte[], byte[]>> entries = (to == null
                        ? rows.tailMap(from, true)
                        : rows.subMap(from, true, to, false))
                .entrySet()
                .iterator();
        return new MapRange(entries);
    }

    private static final class MapRange implements Range {
        private final Iterator<Map.Entry<byte[], byte[]>> entries;
        private @Nullable Map.Entry<byte[], byte[]> entry;

        MapRange(Iterator<Map.Entry<byte[], byte[]>> entries) {
            this.entries = entries;
        }

        @Override
        public boolean next() {
            entry = entries.hasNext() ? entries.next() : null;
            return entry != null;
        }

        @Override
        public byte[] key() {
            return Objects.requireNonNull(entry).getKey();
        }

        @Override
        public byte[] value() {
            return Objects.requireNonNull(entry).getValue();
        }

        @Override
        public void close() {
            // there is nothing to close
        }
    }
}
