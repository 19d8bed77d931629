package dev.rota.chunks.placement;

import java.util.Arrays;

/** Sets of ints as ascending arrays. */
public final class AscendingInts {

    private AscendingInts() {}

    static boolean has(int[] some, int one) {
        return Arrays.binarySearch(some, one) >= 0;
    }

    /** Returns the ints that are in both sets. */
    public static int[] common(int[] some, int[] others) {
        return Arrays.stream(some).filter(one -> has(others, one)).toArray();
    }

    /** Returns the ints of a set that are not in another. */
    public static int[] without(int[] some, int[] others) {
        return Arrays.stream(some).filter(one -> !has(others, one)).toArray();
    }

    /**
     * Returns {@code some} without {@code gone}, with {@code fresh}.
     *
     * @param gone ints of the set
     * @param fresh ints that are not in the set
     */
    static int[] replace(int[] some, int[] gone, int[] fresh) {
        int[] all = new int[some.length - gone.length + fresh.length];
        int count = 0;
        int atGone = 0;
        int atFresh = 0;
        for (int one : some) {
            while (atFresh < fresh.length && fresh[atFresh] < one) {
                all[count++] = fresh[atFresh++];
            }
            if (atGone < gone.length && gone[atGone] == one) {
                atGone++;
            } else {
                all[count++] = one;
            }
        }
        System.arraycopy(fresh, atFresh, all, count, fresh.length - atFresh);
        return all;
    }
}
