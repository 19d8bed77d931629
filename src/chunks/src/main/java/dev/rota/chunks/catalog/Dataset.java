package dev.rota.chunks.catalog;

import dev.rota.engine.Nullable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/**
 * The chunks of one dataset in the order of their ids: columns, and a tree of chunks that arrived out of order. Most
 * chunks arrive in order and are appended. The tree is merged when it has grown, and before placement.
 */
public final class Dataset {

    /** A value for no number, no place, or no block. */
    public static final int NONE = -1;

    /** The size of the tree beyond which it is merged, if it is also larger than a sixteenth of the columns. */
    private static final int LATE_MAX = 1_024;

    private record Late(int id, int number, long size, long first, long last) {}

    private final String name;
    private final byte[] utf8;
    private final ByteSum bytes = new ByteSum();
    private final TreeMap<byte[], Late> late = new TreeMap<>(Arrays::compareUnsigned);
    private IdStore store;
    private Columns columns = new Columns(8);
    private int removedRows;
    private long greatestLast = NONE;
    private boolean lastRemoved;
    private @Nullable BlockRanges ranges;

    Dataset(String name, IdStore store) {
        this.name = name;
        this.utf8 = name.getBytes(StandardCharsets.UTF_8);
        this.store = store;
    }

    public String name() {
        return name;
    }

    public byte[] utf8() {
        return utf8;
    }

    public int count() {
        return columns.rows - removedRows + late.size();
    }

    /** Returns the total size of its chunks. */
    public ByteSum bytes() {
        return bytes;
    }

    /** Returns the size of a chunk, or {@link #NONE} if it is not in the dataset. */
    public long size(byte[] id) {
        Late chunk = late.get(id);
        if (chunk != null) {
            return chunk.size;
        }
        int row = row(id);
        return row < 0 ? NONE : columns.sizes[row];
    }

    /** Returns the number of a chunk, or {@link #NONE} if it is not in the dataset. */
    public int number(byte[] id) {
        Late chunk = late.get(id);
        if (chunk != null) {
            return chunk.number;
        }
        int row = row(id);
        return row < 0 ? NONE : columns.numbers[row];
    }

    /** Visits the numbers of its chunks. */
    public void forEachNumber(IntConsumer visitor) {
        Columns all = settled();
        for (int row = 0; row < all.rows; row++) {
            visitor.accept(all.numbers[row]);
        }
    }

    /**
     * Returns the blocks that its chunks cover. They are kept from the first call on; after a removal the next call
     * costs some 50 ns per chunk.
     */
    public BlockRanges ranges() {
        if (ranges == null) {
            BlockRanges all = new BlockRanges();
            Columns chunks = settled();
            for (int row = 0; row < chunks.rows; row++) {
                all.add(chunks.firsts[row], chunks.lasts[row]);
            }
            ranges = all;
        }
        return ranges;
    }

    /** Adds a new chunk. */
    void add(ChunkId id, int number, long size) {
        int stored = store.add(id.bytes());
        if (columns.rows == 0 || store.compare(columns.ids[columns.rows - 1], id.bytes()) < 0) {
            columns.append(stored, number, size, id.first(), id.last(), NONE);
        } else {
            late.put(id.bytes(), new Late(stored, number, size, id.first(), id.last()));
            if (late.size() > Math.max(LATE_MAX, columns.rows / 16)) {
                settle();
            }
        }
        greatestLast = Math.max(greatestLast, id.last());
        if (ranges != null) {
            ranges.add(id.first(), id.last());
        }
        bytes.add(size);
    }

    /** Removes an existing chunk; returns its number. */
    int remove(byte[] id) {
        ranges = null;
        lastRemoved |= ChunkId.known(id).last() == greatestLast;
        Late chunk = late.remove(id);
        if (chunk != null) {
            bytes.remove(chunk.size);
            return chunk.number;
        }
        int row = row(id);
        bytes.remove(columns.sizes[row]);
        int number = columns.numbers[row];
        columns.clear(row);
        removedRows++;
        return number;
    }

    /** Returns the row of a chunk in the columns. */
    private int row(byte[] id) {
        int low = 0;
        int high = columns.rows - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = store.compare(columns.ids[middle], id);
            if (order == 0) {
                return columns.numbers[middle] == NONE ? NONE : middle;
            } else if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return NONE;
    }

    /** Merges all chunks into the columns, and returns these. */
    public Columns settled() {
        if (!late.isEmpty() || removedRows > 0) {
            settle();
        }
        return columns;
    }

    private void settle() {
        Columns merged = new Columns(count() + count() / 16);
        int row = 0;
        for (Map.Entry<byte[], Late> entry : late.entrySet()) {
            for (; row < columns.rows && store.compare(columns.ids[row], entry.getKey()) < 0; row++) {
                take(merged, row);
            }
            Late chunk = entry.getValue();
            merged.append(chunk.id, chunk.number, chunk.size, chunk.first, chunk.last, NONE);
        }
        for (; row < columns.rows; row++) {
            take(merged, row);
        }
        columns = merged;
        late.clear();
        removedRows = 0;
    }

    private void take(Columns merged, int row) {
        if (columns.numbers[row] != NONE) {
            merged.appendRow(columns, row);
        }
    }

    /** Copies all ids to another store, in order. */
    void moveTo(IdStore newStore) {
        Columns moving = settled();
        // snapshots still read the places in the old store
        moving.ids = moving.ids.clone();
        for (int row = 0; row < moving.rows; row++) {
            moving.ids[row] = newStore.add(store.get(moving.ids[row]));
        }
        store = newStore;
    }

    /**
     * Returns the greatest last block of its chunks, or {@link #NONE} if there are none. After a removal it costs about
     * 1 ns per chunk.
     */
    public long greatestLast() {
        if (lastRemoved) {
            greatestLast = NONE;
            for (int row = 0; row < columns.rows; row++) {
                if (columns.numbers[row] != NONE) {
                    greatestLast = Math.max(greatestLast, columns.lasts[row]);
                }
            }
            for (Late chunk : late.values()) {
                greatestLast = Math.max(greatestLast, chunk.last);
            }
            lastRemoved = false;
        }
        return greatestLast;
    }

    /** Adds snapshots of all its chunks, which later changes do not touch. */
    void view(List<DatasetSnapshot> views) {
        views.add(columns.view(name, store));
        if (!late.isEmpty()) {
            Columns more = new Columns(late.size());
            late.values()
                    .forEach(chunk -> more.append(chunk.id, chunk.number, chunk.size, chunk.first, chunk.last, NONE));
            views.add(more.view(name, store));
        }
    }

    /** Returns the place of a chunk in the last load, or {@link #NONE} if it is not in it. */
    public int place(byte[] id) {
        int row = settled().rows == 0 ? NONE : row(id);
        return row < 0 ? NONE : columns.places[row];
    }

    int idLength(int row) {
        return store.length(columns.ids[row]);
    }
}
