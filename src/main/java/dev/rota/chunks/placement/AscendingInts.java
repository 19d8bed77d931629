package dev.rota.chunks.placement;

import java.util.Arrays;

/** Sets of ints as ascending arrays. */
public final class AscendingInts {

    private AscendingInts() {}

    static boolean has(int[] some, int one) {
        return Arrays.binarySearch(some, one) >= 0;
    }

    /** Those that are in both. */
    public static int[] common(int[] some, int[] others) {
        return Arrays.stream(some).filter(one -> has(others, one)).toArray();
    }

    /** Those that are not among the others. */
    public static int[] without(int[] some, int[] others) {
        return Arrays.stream(some).filter(one -> !has(others, one)).toArray();
    }
}
