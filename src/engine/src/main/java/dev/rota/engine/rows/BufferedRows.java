package dev.rota.engine.rows;

import dev.rota.engine.Bytes;
import dev.rota.engine.Key;
import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import dev.rota.engine.TableType;
import dev.rota.engine.schema.AvroCodec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * A write-back buffer of decoded rows over a store of bytes.
 *
 *
 * <p>A row is encoded and written once per transaction, however often it changed; a row inserted and deleted within one
 * transaction never reaches the store. After a flush, rows stay cached up to a limit, except those that their domain
 * {@link TableType#held holds} itself: a second copy would cost memory and garbage collection.
 */
public final class BufferedRows implements Rows {

    /** The maximum number of clean rows that stay cached after a flush. */
    static final int CLEAN_ROWS_MAX = 20_000;

    /** The maximum size of the clean rows that stay cached after a flush. */
    private static final long CLEAN_BYTES_MAX = 64L << 20;

    /** The maximum number of rows written to the store in one group. */
    private static final int GROUP_ROWS_MAX = 64;

    /** The maximum size of a group. */
    private static final int GROUP_BYTES_MAX = 256 << 10;

    private final RowStore store;
    private final RowFormats formats;
    private final Map<Key, RowSlot> slots = new HashMap<>();

    /**
     * The slots in key order, except those still listed in {@link #unordered}: most rows are never scanned, so they are
     * sorted only when a scan needs them.
     */
    private final NavigableMap<Key, RowSlot> ordered = new TreeMap<>();

    private final List<RowSlot> unordered = new ArrayList<>();
    /** The number of evicted slots in {@link #unordered}. */
    private int unorderedGone;

    private final List<RowSlot> dirty = new ArrayList<>();
    private final HeadBounds heads = new HeadBounds();
    /** The encoded size of all cached rows, each as of its last read or write. */
    private long cachedBytes;

    private long rowsWritten;
    private long rowsRead;

    public BufferedRows(RowStore store, RowFormats formats) {
        this.store = store;
        this.formats = formats;
    }

    @Override
    public @Nullable SpecificRecord get(AvroCodec<?> codec, byte[] key) {
        Key named = new Key(key);
        RowSlot slot = slots.get(named);
        if (slot == null && formats.isHeld(key)) {
            return read(generic(codec), key);
        }
        return (slot == null ? read(codec, named) : slot).row;
    }

    @Override
    public boolean put(AvroCodec<?> codec, byte[] key, SpecificRecord row) {
        RowSlot slot = slot(codec, key);
        boolean wasThere = slot.row != null;
        if (!wasThere) {
            heads.lower(key);
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
        RowSlot slot = knownSlot(codec, key, wasThere);
        if (!wasThere) {
            heads.lower(key);
        }
        change(slot, row);
    }

    @Override
    public void drop(AvroCodec<?> codec, byte[] key) {
        change(knownSlot(codec, key, true), null);
    }

    /** Returns a row's slot. If the row is not cached, the caller's statement is trusted. */
    private RowSlot knownSlot(AvroCodec<?> codec, byte[] key, boolean wasThere) {
        Key named = new Key(key);
        RowSlot slot = slots.get(named);
        if (slot == null) {
            slot = newSlot(codec, named);
            slot.inStore = wasThere;
        } else {
            Rows.check(wasThere, slot.row != null);
        }
        return slot;
    }

    private RowSlot newSlot(AvroCodec<?> codec, Key key) {
        RowSlot slot = new RowSlot(generic(codec), key, formats.isHeld(key.bytes()));
        slots.put(key, slot);
        unordered.add(slot);
        return slot;
    }

    private void change(RowSlot slot, @Nullable SpecificRecord row) {
        slot.row = row;
        if (!slot.dirty) {
            slot.dirty = true;
            dirty.add(slot);
        }
    }

    /** Returns all slots in key order, after sorting in those added since the last scan. */
    NavigableMap<Key, RowSlot> ordered() {
        for (RowSlot slot : unordered) {
            // The slot may have been inserted and evicted since.
            if (!slot.gone) {
                ordered.put(slot.key, slot);
                slot.ordered = true;
            }
        }
        clearUnordered();
        return ordered;
    }

    @Override
    public Cursor scan(AvroCodec<?> codec, byte[] prefix, byte[] from) {
        return new MergingCursor(this, formats, generic(codec), prefix, from, store.range(from, Bytes.after(prefix)));
    }

    /** Writes the changed rows to the store in key order, in which RocksDB inserts faster. */
    public void flush() {
        if (!dirty.isEmpty()) {
            formats.store(store);
        }
        dirty.sort(Comparator.comparing(slot -> slot.key));
        writeDirty();
        dirty.clear();
        // Scanning the whole list in each flush cost more than writing the few changed rows.
        if (2 * unorderedGone > unordered.size()) {
            unordered.removeIf(slot -> slot.gone);
            unorderedGone = 0;
        }
        if (slots.size() > CLEAN_ROWS_MAX || cachedBytes > CLEAN_BYTES_MAX) {
            slots.clear();
            ordered.clear();
            clearUnordered();
            cachedBytes = 0;
        } else if (unordered.size() > CLEAN_ROWS_MAX) {
            ordered();
        }
    }

    private void clearUnordered() {
        unordered.clear();
        unorderedGone = 0;
    }

    private void evict(RowSlot slot) {
        slots.remove(slot.key);
        slot.gone = true;
        weigh(slot, 0);
        if (slot.ordered) {
            ordered.remove(slot.key);
        } else {
            unorderedGone++;
        }
    }

    /** Returns the number of rows written to and deleted from the store so far. */
    public long rowsWritten() {
        return rowsWritten;
    }

    /** Returns the number of single rows looked up in the store so far. */
    public long rowsRead() {
        return rowsRead;
    }

    private void writeDirty() {
        List<RowStore.Entry> group = new ArrayList<>();
        int bytes = 0;
        for (RowSlot slot : dirty) {
            if (slot.row != null || slot.inStore) {
                RowStore.Entry entry = new RowStore.Entry(slot.key.bytes(), encoded(slot));
                group.add(entry);
                bytes += entry.size();
            }
            slot.inStore = slot.row != null;
            slot.dirty = false;
            if (slot.row == null || slot.held) {
                evict(slot);
            }
            if (group.size() == GROUP_ROWS_MAX || bytes >= GROUP_BYTES_MAX) {
                write(group);
                bytes = 0;
            }
        }
        write(group);
    }

    private void write(List<RowStore.Entry> group) {
        if (!group.isEmpty()) {
            store.write(group);
            rowsWritten += group.size();
            group.clear();
        }
    }

    /** Returns the bytes of a row, or null if it is to be deleted. */
    private @Nullable byte[] encoded(RowSlot slot) {
        if (slot.row == null) {
            return null;
        }
        byte[] bytes = formats.encode(slot.codec, slot.row);
        if (bytes.length > Limits.ROW_BYTES_MAX) {
            throw new IllegalStateException("expected a row of at most " + Limits.ROW_BYTES_MAX + " bytes, but "
                    + slot.codec.schema().getName() + " has " + bytes.length);
        }
        weigh(slot, bytes.length);
        return bytes;
    }

    private void weigh(RowSlot slot, int bytes) {
        cachedBytes += bytes - slot.bytes;
        slot.bytes = bytes;
    }

    private RowSlot slot(AvroCodec<?> codec, byte[] key) {
        Key named = new Key(key);
        RowSlot slot = slots.get(named);
        return slot == null ? read(codec, named) : slot;
    }

    /** Reads a row into a new slot. */
    private RowSlot read(AvroCodec<?> codec, Key key) {
        RowSlot slot = newSlot(codec, key);
        byte[] bytes = stored(key.bytes());
        slot.row = bytes == null ? null : formats.decode(slot.codec, key.bytes(), bytes);
        slot.inStore = bytes != null;
        weigh(slot, bytes == null ? 0 : bytes.length);
        return slot;
    }

    /** Reads a row that its domain holds, without caching it. */
    private @Nullable SpecificRecord read(AvroCodec<SpecificRecord> codec, byte[] key) {
        byte[] bytes = stored(key);
        return bytes == null ? null : formats.decode(codec, key, bytes);
    }

    private @Nullable byte[] stored(byte[] key) {
        rowsRead++;
        return store.get(key);
    }

    @Override
    public byte[] firstFrom(byte[] prefix) {
        return heads.firstFrom(prefix);
    }

    @Override
    public void rememberFirst(byte[] prefix, byte[] bound) {
        heads.remember(prefix, bound);
    }

    @SuppressWarnings("unchecked")
    private static AvroCodec<SpecificRecord> generic(AvroCodec<?> codec) {
        return (AvroCodec<SpecificRecord>) codec;
    }
}
