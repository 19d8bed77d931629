package dev.rota.chunks.placement;

import dev.rota.chunks.AssignmentRow;
import dev.rota.chunks.catalog.Dataset;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Finds chunks of a load by their numbers. */
final class NumberedChunks {

    /** Numbers and places, ascending by number. */
    private final long[] numbered;

    private NumberedChunks(long[] numbered) {
        this.numbered = numbered;
    }

    /** Creates an index of the chunks of a load for which a condition holds. */
    static NumberedChunks of(EpochChunks load, IntPredicate condition) {
        return new NumberedChunks(IntStream.range(0, load.count)
                .filter(condition)
                .mapToLong(chunk -> ((long) load.number[chunk] << Integer.SIZE) | chunk)
                .sorted()
                .toArray());
    }

    /** Returns the chunks of a share in the order of dataset and id. */
    int[] heldBy(List<AssignmentRow> share, int[] ranks) {
        return ranked(PackedNumbers.of(share), ranks);
    }

    /** Returns the chunks with these numbers in the order of dataset and id. */
    int[] ranked(int[] numbers, int[] ranks) {
        return byRank(
                Arrays.stream(numbers)
                        .map(this::place)
                        .filter(chunk -> chunk != Dataset.NONE)
                        .toArray(),
                ranks);
    }

    /** Returns whether there is a chunk with one of these numbers. */
    boolean hasAny(int[] numbers) {
        return Arrays.stream(numbers).anyMatch(number -> place(number) != Dataset.NONE);
    }

    /** Returns chunks in the order of dataset and id. */
    static int[] byRank(int[] chunks, int[] ranks) {
        return Arrays.stream(chunks)
                .mapToLong(chunk -> ((long) ranks[chunk] << Integer.SIZE) | chunk)
                .sorted()
                .mapToInt(key -> (int) key)
                .toArray();
    }

    private int place(long number) {
        int found = Arrays.binarySearch(numbered, number << Integer.SIZE);
        int at = found < 0 ? -found - 1 : found;
        return at < numbered.length && numbered[at] >>> Integer.SIZE == number ? (int) numbered[at] : Dataset.NONE;
    }
}
