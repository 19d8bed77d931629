package dev.rota.chunks.catalog;

import java.util.Arrays;

/** The chunks of a dataset as columns, in the order of their ids. */
public final class Columns {

    public int rows;
    /** True if a {@link DatasetSnapshot} reads these columns: then numbers are copied before one is cleared. */
    private boolean viewed;
    /** The chunks' ids, by their places in the {@link IdStore}. */
    public int[] ids;
    /** The chunks' numbers; {@link Dataset#NONE} for removed chunks. */
    public int[] numbers;

    public long[] sizes;
    public long[] firsts;
    long[] lasts;
    /** The chunks' places in the last placed load. */
    public int[] places;

    Columns(int capacity) {
        ids = new int[capacity];
        numbers = new int[capacity];
        sizes = new long[capacity];
        firsts = new long[capacity];
        lasts = new long[capacity];
        places = new int[capacity];
    }

    void append(int id, int number, long size, long first, long last, int place) {
        if (rows == ids.length) {
            int capacity = Math.max(8, rows + (rows >> 1));
            ids = Arrays.copyOf(ids, capacity);
            numbers = Arrays.copyOf(numbers, capacity);
            sizes = Arrays.copyOf(sizes, capacity);
            firsts = Arrays.copyOf(firsts, capacity);
            lasts = Arrays.copyOf(lasts, capacity);
            places = Arrays.copyOf(places, capacity);
        }
        ids[rows] = id;
        numbers[rows] = number;
        sizes[rows] = size;
        firsts[rows] = first;
        lasts[rows] = last;
        places[rows++] = place;
    }

    /** Returns a snapshot of the rows so far. */
    DatasetSnapshot view(String dataset, IdStore store) {
        viewed = true;
        return new DatasetSnapshot(dataset, store.view(), rows, ids, numbers, sizes, firsts);
    }

    /** Clears the number of a removed chunk. */
    void clear(int row) {
        if (viewed) {
            numbers = numbers.clone();
            viewed = false;
        }
        numbers[row] = Dataset.NONE;
    }

    void appendRow(Columns from, int row) {
        append(from.ids[row], from.numbers[row], from.sizes[row], from.firsts[row], from.lasts[row], from.places[row]);
    }
}
