package dev.rota.stream.intake;

import java.util.Arrays;
import java.util.SortedSet;
import java.util.TreeSet;

/** The greatest offsets of those that were added, up to a limit. */
final class LastOffsets {

    private final int max;
    private long[] offsets = new long[16];
    private int size;

    LastOffsets(int max) {
        this.max = max;
    }

    void add(long offset) {
        if (size == offsets.length) {
            reduce();
            if (size > offsets.length / 2) {
                offsets = Arrays.copyOf(offsets, 2 * offsets.length);
            }
        }
        offsets[size++] = offset;
    }

    /** Sorts the offsets, and removes repetitions and all but the greatest. */
    private void reduce() {
        long[] distinct = Arrays.stream(offsets, 0, size).sorted().distinct().toArray();
        int excess = Math.max(0, distinct.length - max);
        size = distinct.length - excess;
        System.arraycopy(distinct, excess, offsets, 0, size);
    }

    /** Returns whether the limit is reached: there may have been more offsets. */
    boolean isFull() {
        reduce();
        return size == max;
    }

    /** Returns the least of the offsets. */
    long least() {
        reduce();
        return offsets[0];
    }

    /** Returns the offsets from one on. */
    SortedSet<Long> from(long first) {
        TreeSet<Long> found = new TreeSet<>();
        Arrays.stream(offsets, 0, size).filter(offset -> offset >= first).forEach(found::add);
        return found;
    }
}
