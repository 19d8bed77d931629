package dev.rota.chunks.catalog;

import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/** The chunks of one dataset as they were when the snapshot was taken; any thread may read it. */
public final class DatasetSnapshot {

    private final String dataset;
    private final IdStore store;
    private final int rows;
    private final int[] ids;
    private final int[] numbers;
    private final long[] sizes;
    private final long[] firsts;

    DatasetSnapshot(String dataset, IdStore store, int rows, int[] ids, int[] numbers, long[] sizes, long[] firsts) {
        this.dataset = dataset;
        this.store = store;
        this.rows = rows;
        this.ids = ids;
        this.numbers = numbers;
        this.sizes = sizes;
        this.firsts = firsts;
    }

    public String dataset() {
        return dataset;
    }

    /** Calls {@code found} with the row of each listed chunk whose number is wanted. */
    public void find(IntPredicate wanted, IntConsumer found) {
        for (int row = 0; row < rows; row++) {
            if (numbers[row] != Dataset.NONE && wanted.test(numbers[row])) {
                found.accept(row);
            }
        }
    }

    /** Returns the number of rows, which are in the order of ids; rows of removed chunks are not listed. */
    public int rows() {
        return rows;
    }

    public boolean isListed(int row) {
        return numbers[row] != Dataset.NONE;
    }

    /** Returns the first row whose id is not less than {@code id}, in UTF-8. */
    public int from(byte[] id) {
        int low = 0;
        int high = rows;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (store.compare(ids[middle], id) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    public int number(int row) {
        return numbers[row];
    }

    public long size(int row) {
        return sizes[row];
    }

    /** Returns the first block of a chunk. */
    public long first(int row) {
        return firsts[row];
    }

    /** Returns the id of a chunk in UTF-8. */
    public byte[] id(int row) {
        return store.get(ids[row]);
    }
}
