package dev.rota.engine.rows;

import dev.rota.engine.Bytes;
import dev.rota.engine.Nullable;
import dev.rota.engine.schema.AvroCodec;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/** Decoded rows in memory, for replay, simulation and tests. */
public final class MemoryRows implements Rows {

    private final NavigableMap<byte[], SpecificRecord> rows = new TreeMap<>(Arrays::compareUnsigned);

    /** Returns a copy that shares no row with the original, so that changes of one do not affect the other. */
    public MemoryRows copy() {
        MemoryRows copy = new MemoryRows();
        rows.forEach((key, row) -> copy.rows.put(key, copied(row)));
        return copy;
    }

    @SuppressWarnings("unchecked")
    private static SpecificRecord copied(SpecificRecord row) {
        AvroCodec<SpecificRecord> codec = (AvroCodec<SpecificRecord>) AvroCodec.of(row.getClass());
        return codec.decode(codec.encode(row));
    }

    @Override
    public @Nullable SpecificRecord get(AvroCodec<?> codec, byte[] key) {
        return rows.get(key);
    }

    @Override
    public boolean put(AvroCodec<?> codec, byte[] key, SpecificRecord row) {
        return rows.put(key, row) != null;
    }

    @Override
    public void remove(AvroCodec<?> codec, byte[] key) {
        rows.remove(key);
    }

    @Override
    public void put(AvroCodec<?> codec, byte[] key, SpecificRecord row, boolean wasThere) {
        Rows.check(wasThere, rows.put(key, row) != null);
    }

    @Override
    public void drop(AvroCodec<?> codec, byte[] key) {
        Rows.check(true, rows.remove(key) != null);
    }

    @Override
    public Cursor scan(AvroCodec<?> codec, byte[] prefix, byte[] from) {
        return new MemoryCursor(prefix, from);
    }

    @Override
    public byte[] firstFrom(byte[] prefix) {
        return prefix;
    }

    @Override
    public void rememberFirst(byte[] prefix, byte[] bound) {
        // A tree has no tombstones.
    }

    /** A cursor that looks up the tree at each step, so that writes during a scan are harmless. */
    private final class MemoryCursor implements Cursor {
        private final byte[] prefix;
        private final byte[] from;
        private @Nullable Map.Entry<byte[], SpecificRecord> current;

        MemoryCursor(byte[] prefix, byte[] from) {
            this.prefix = prefix;
            this.from = from;
        }

        @Override
        public boolean next() {
            current = current == null ? rows.ceilingEntry(from) : rows.higherEntry(current.getKey());
            return current != null && Bytes.startsWith(current.getKey(), prefix);
        }

        @Override
        public byte[] key() {
            return entry().getKey();
        }

        @Override
        public SpecificRecord row() {
            return entry().getValue();
        }

        @Override
        public void close() {
            // The cursor holds no resource.
        }

        private Map.Entry<byte[], SpecificRecord> entry() {
            if (current == null) {
                throw new IllegalStateException("expected next() first, but it was not called");
            }
            return current;
        }
    }
}
