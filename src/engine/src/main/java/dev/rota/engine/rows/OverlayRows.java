package dev.rota.engine.rows;

import dev.rota.engine.Bytes;
import dev.rota.engine.Nullable;
import dev.rota.engine.schema.AvroCodec;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * Rows that are read from other rows and written to memory, so that a scheduler can decide without an effect. The other
 * rows must not change meanwhile.
 */
public final class OverlayRows implements Rows {

    private final Rows below;

    /** The rows written; empty if deleted. */
    private final NavigableMap<byte[], Optional<SpecificRecord>> written = new TreeMap<>(Arrays::compareUnsigned);

    private boolean changed;

    public OverlayRows(Rows below) {
        this.below = below;
    }

    /** Returns whether a row was changed since {@link #watch}; writing an equal row is no change. */
    public boolean isChanged() {
        return changed;
    }

    /** Forgets the changes so far. */
    public void watch() {
        changed = false;
    }

    @Override
    public @Nullable SpecificRecord get(AvroCodec<?> codec, byte[] key) {
        Optional<SpecificRecord> own = written.get(key);
        return own == null ? below.get(codec, key) : own.orElse(null);
    }

    @Override
    public boolean put(AvroCodec<?> codec, byte[] key, SpecificRecord row) {
        SpecificRecord before = get(codec, key);
        write(key, before, row);
        return before != null;
    }

    @Override
    public void remove(AvroCodec<?> codec, byte[] key) {
        write(key, get(codec, key), null);
    }

    @Override
    public void put(AvroCodec<?> codec, byte[] key, SpecificRecord row, boolean wasThere) {
        Rows.check(wasThere, put(codec, key, row));
    }

    @Override
    public void drop(AvroCodec<?> codec, byte[] key) {
        Rows.check(true, get(codec, key) != null);
        remove(codec, key);
    }

    private void write(byte[] key, @Nullable SpecificRecord before, @Nullable SpecificRecord after) {
        // a row that is written again may have been changed in place
        boolean same = before == null ? after == null : before != after && before.equals(after);
        changed |= !same;
        written.put(key, Optional.ofNullable(after));
    }

    @Override
    public Cursor scan(AvroCodec<?> codec, byte[] prefix, byte[] from) {
        return new OverlayCursor(below.scan(codec, prefix, from), prefix, from);
    }

    @Override
    public byte[] firstFrom(byte[] prefix) {
        return prefix;
    }

    @Override
    public void rememberFirst(byte[] prefix, byte[] bound) {
        // A scan passes over the tombstones of rows that were deleted here.
    }

    /** Merges a scan of the other rows with the rows written, which are looked up at each step. */
    private final class OverlayCursor implements Cursor {

        private final Cursor others;
        private final byte[] prefix;
        private final byte[] from;
        private @Nullable byte[] last;
        private @Nullable SpecificRecord row;

        /** True if {@code others} is at a row that has not been returned or replaced. */
        private boolean isPending;

        OverlayCursor(Cursor others, byte[] prefix, byte[] from) {
            this.others = others;
            this.prefix = prefix;
            this.from = from;
            this.isPending = others.next();
        }

        @Override
        public boolean next() {
            Map.Entry<byte[], Optional<SpecificRecord>> own = ownAfter(last);
            while (own != null || isPending) {
                int order = own == null ? 1 : isPending ? Arrays.compareUnsigned(own.getKey(), others.key()) : -1;
                last = own != null && order <= 0 ? own.getKey() : others.key();
                row = own != null && order <= 0 ? own.getValue().orElse(null) : others.row();
                if (order >= 0) {
                    isPending = others.next();
                }
                if (row != null) {
                    return true;
                }
                own = ownAfter(last);
            }
            return false;
        }

        @Nullable
        private Map.Entry<byte[], Optional<SpecificRecord>> ownAfter(@Nullable byte[] key) {
            Map.Entry<byte[], Optional<SpecificRecord>> own =
                    key == null ? written.ceilingEntry(from) : written.higherEntry(key);
            return own != null && Bytes.startsWith(own.getKey(), prefix) ? own : null;
        }

        @Override
        public byte[] key() {
            if (last == null) {
                throw notBegun();
            }
            return last;
        }

        @Override
        public SpecificRecord row() {
            if (row == null) {
                throw notBegun();
            }
            return row;
        }

        private IllegalStateException notBegun() {
            return new IllegalStateException("expected next() first, but it was not called");
        }

        @Override
        public void close() {
            others.close();
        }
    }
}
