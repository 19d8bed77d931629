package dev.rota.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * A write-back buffer of decoded rows over a store of bytes.
 *
 * <p>A row is encoded and written once per transaction, however often it changed; a row inserted and deleted within
 * one transaction never reaches the store. After a flush, rows stay cached up to a limit.
 */
public final class BufferedRows implements Rows {

    /** Clean rows kept after a flush... */
    static final int CLEAN_ROWS_MAX = 20_000;

    /** ...and what they may take in bytes. */
    private static final long CLEAN_BYTES_MAX = 64L << 20;

    /** Cached lower bounds of prefixes. Forgetting one only costs time. */
    private static final int BOUNDS_MAX = 100_000;

    /** A row's current value; null if deleted. */
    private static final class Slot {
        final AvroCodec<SpecificRecord> codec;
        final Key key;

        @Nullable
        SpecificRecord row;

        boolean inStore;
        boolean dirty;
        boolean ordered;
        int bytes;

        Slot(AvroCodec<SpecificRecord> codec, Key key) {
            this.codec = codec;
            this.key = key;
        }
    }

    private final RowStore store;
    private final Map<Key, Slot> slots = new HashMap<>();

    /**
     * The slots in key order, except those still listed in {@link #unordered}: most rows are never scanned, so they
     * are sorted in only when a scan needs them.
     */
    private final NavigableMap<Key, Slot> ordered = new TreeMap<>();

    private final List<Slot> unordered = new ArrayList<>();
    private final List<Slot> dirty = new ArrayList<>();
    private final Map<Key, byte[]> bounds = new HashMap<>();
    private int[] boundLengths = {};
    /** The encoded size of all cached rows, as of when each was last read or written. */
    private long bytesAtHand;

    private long rowsWritten;
    private long rowsRead;

    public BufferedRows(RowStore store) {
        this.store = store;
    }

    @Override
    public @Nullable SpecificRecord get(AvroCodec<?> codec, byte[] key) {
        return slot(codec, key).row;
    }

    @Override
    public boolean put(AvroCodec<?> codec, byte[] key, SpecificRecord row) {
        Slot slot = slot(codec, key);
        boolean wasThere = slot.row != null;
        if (!wasThere) {
            lowerBounds(key);
        }
        change(slot, row);
        return wasThere;
    }

    @Override
    public void remove(AvroCodec<?> codec, byte[] key) {
        change(slot(codec, key), null);
    }

    @Override
    public void put(AvroCodec<?> codec, byte[] key, SpecificRecord row, boolean wasThere) {
        Slot slot = knownSlot(codec, key, wasThere);
        if (!wasThere) {
            lowerBounds(key);
        }
        change(slot, row);
    }

    @Override
    public void drop(AvroCodec<?> codec, byte[] key) {
        change(knownSlot(codec, key, true), null);
    }

    /** A row's slot; if the row is not cached, the caller's claim is trusted. */
    private Slot knownSlot(AvroCodec<?> codec, byte[] key, boolean wasThere) {
        Key named = new Key(key);
        Slot slot = slots.get(named);
        if (slot == null) {
            slot = newSlot(codec, named);
            slot.inStore = wasThere;
        } else {
            Rows.check(wasThere, slot.row != null);
        }
        return slot;
    }

    private Slot newSlot(AvroCodec<?> codec, Key key) {
        Slot slot = new Slot(generic(codec), key);
        slots.put(key, slot);
        unordered.add(slot);
        return slot;
    }

    private void change(Slot slot, @Nullable SpecificRecord row) {
        slot.row = row;
        if (!slot.dirty) {
            slot.dirty = true;
            dirty.add(slot);
        }
    }

    /** Sorts in the slots added since the last scan. */
    private NavigableMap<Key, Slot> ordered() {
        for (Slot slot : unordered) {
            // it may have been inserted and evicted since
            if (slots.get(slot.key) == slot) {
                ordered.put(slot.key, slot);
                slot.ordered = true;
            }
        }
        unordered.clear();
        return ordered;
    }

    @Override
    public Cursor scan(AvroCodec<?> codec, byte[] prefix, byte[] from) {
        return new MergingCursor(generic(codec), prefix, from, store.range(from, Bytes.after(prefix)));
    }

    /** Writes the changed rows to the store. */
    public void flush() {
        for (Slot slot : dirty) {
            write(slot);
            if (slot.row == null) {
                slots.remove(slot.key);
                weigh(slot, 0);
                if (slot.ordered) {
                    ordered.remove(slot.key);
                }
            }
        }
        dirty.clear();
        if (slots.size() > CLEAN_ROWS_MAX || bytesAtHand > CLEAN_BYTES_MAX) {
            slots.clear();
            ordered.clear();
            unordered.clear();
            bytesAtHand = 0;
        } else if (unordered.size() > CLEAN_ROWS_MAX) {
            ordered();
        }
    }

    /** Rows written to and deleted from the store so far. */
    public long rowsWritten() {
        return rowsWritten;
    }

    /** Single rows looked up in the store so far. */
    public long rowsRead() {
        return rowsRead;
    }

    private void write(Slot slot) {
        if (slot.row != null) {
            byte[] bytes = slot.codec.encode(slot.row);
            if (bytes.length > Limits.ROW_BYTES_MAX) {
                throw new IllegalStateException("expected a row of at most " + Limits.ROW_BYTES_MAX + " bytes, but "
                        + slot.codec.schema().getName() + " has " + bytes.length);
            }
            store.put(slot.key.bytes(), bytes);
            weigh(slot, bytes.length);
            rowsWritten++;
        } else if (slot.inStore) {
            store.delete(slot.key.bytes());
            rowsWritten++;
        }
        slot.inStore = slot.row != null;
        slot.dirty = false;
    }

    private void weigh(Slot slot, int bytes) {
        bytesAtHand += bytes - slot.bytes;
        slot.bytes = bytes;
    }

    private Slot slot(AvroCodec<?> codec, byte[] key) {
        Key named = new Key(key);
        Slot slot = slots.get(named);
        if (slot == null) {
            slot = newSlot(codec, named);
            byte[] bytes = store.get(key);
            rowsRead++;
            slot.row = bytes == null ? null : codec.decode(bytes);
            slot.inStore = bytes != null;
            weigh(slot, bytes == null ? 0 : bytes.length);
        }
        return slot;
    }

    @Override
    public byte[] firstFrom(byte[] prefix) {
        byte[] bound = bounds.get(new Key(prefix));
        return bound == null ? prefix : bound;
    }

    @Override
    public void rememberFirst(byte[] prefix, byte[] bound) {
        if (bounds.size() >= BOUNDS_MAX) {
            bounds.clear();
        }
        bounds.put(new Key(prefix), bound);
        if (Arrays.stream(boundLengths).noneMatch(length -> length == prefix.length)) {
            boundLengths = Arrays.copyOf(boundLengths, boundLengths.length + 1);
            boundLengths[boundLengths.length - 1] = prefix.length;
        }
    }

    /** Lowers cached bounds that the new row precedes. */
    private void lowerBounds(byte[] key) {
        for (int length : boundLengths) {
            if (length <= key.length) {
                bounds.computeIfPresent(
                        new Key(Arrays.copyOf(key, length)),
                        (prefix, bound) -> Arrays.compareUnsigned(key, bound) < 0 ? key : bound);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static AvroCodec<SpecificRecord> generic(AvroCodec<?> codec) {
        return (AvroCodec<SpecificRecord>) codec;
    }

    /**
     * Merges buffer and store. The store does not change during a scan, since only a flush writes to it; the buffer
     * is looked up again at each step.
     */
    private final class MergingCursor implements Cursor {
        private final AvroCodec<SpecificRecord> codec;
        private final byte[] prefix;
        private final byte[] from;
        private final RowStore.Range range;
        private boolean rangeHasRow;
        private @Nullable Key key;
        private @Nullable SpecificRecord row;

        MergingCursor(AvroCodec<SpecificRecord> codec, byte[] prefix, byte[] from, RowStore.Range range) {
            this.codec = codec;
            this.prefix = prefix;
            this.from = from;
            this.range = range;
            this.rangeHasRow = range.next();
        }

        @Override
        public boolean next() {
            while (true) {
                Map.Entry<Key, Slot> buffered = key == null
                        ? ordered().ceilingEntry(new Key(from))
                        : ordered().higherEntry(key);
                if (buffered != null && !Bytes.startsWith(buffered.getKey().bytes(), prefix)) {
                    buffered = null;
                }
                if (buffered == null && !rangeHasRow) {
                    return false;
                }
                int order = buffered == null
                        ? 1
                        : rangeHasRow ? Arrays.compareUnsigned(buffered.getKey().bytes(), range.key()) : -1;
                if (order > 0) {
                    key = new Key(range.key());
                    row = codec.decode(range.value());
                    rangeHasRow = range.next();
                    return true;
                }
                if (order == 0) {
                    rangeHasRow = range.next();
                }
                key = Objects.requireNonNull(buffered).getKey();
                row = buffered.getValue().row;
                if (row != null) {
                    return true;
                }
            }
        }

        @Override
        public byte[] key() {
            return Objects.requireNonNull(key).bytes();
        }

        @Override
        public SpecificRecord row() {
            return Objects.requireNonNull(row);
        }

        @Override
        public void close() {
            range.close();
        }
    }
}
