package dev.rota.chunks.placement;

import dev.rota.chunks.AssignmentRow;
import dev.rota.chunks.catalog.Dataset;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/** Finds chunks of a load by their numbers. */
final class NumberedChunks {

    /** Numbers and places, ascending by number. */
    private final long[] numbered;

    private NumberedChunks(long[] numbered) {
        this.numbered = numbered;
    }

    /** Creates an index of the chunks of a load for which a condition holds. */
    static NumberedChunks of(EpochChunks load, IntPredicate condition) {
        long[] numbered = new long[load.count];
        int count = 0;
        for (int chunk = 0; chunk < load.count; chunk++) {
            if (condition.test(chunk)) {
                numbered[count++] = ((long) load.number[chunk] << Integer.SIZE) | chunk;
            }
        }
        long[] sorted = Arrays.copyOf(numbered, count);
        Arrays.sort(sorted);
        return new NumberedChunks(sorted);
    }

    /** Returns the chunks of a share, ascending by rank. */
    int[] heldBy(List<AssignmentRow> share, int[] ranks) {
        int[] numbers = PackedNumbers.of(share);
        long[] ranked = new long[Math.min(numbers.length, numbered.length)];
        int count = 0;
        for (int number : numbers) {
            int chunk = place(number);
            if (chunk != Dataset.NONE) {
                ranked[count++] = ((long) ranks[chunk] << Integer.SIZE) | chunk;
            }
        }
        Arrays.sort(ranked, 0, count);
        return Arrays.stream(ranked, 0, count).mapToInt(key -> (int) key).toArray();
    }

    private int place(long number) {
        int found = Arrays.binarySearch(numbered, number << Integer.SIZE);
        int at = found < 0 ? -found - 1 : found;
        return at < numbered.length && numbered[at] >>> Integer.SIZE == number ? (int) numbered[at] : Dataset.NONE;
    }
}
