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

    /**
     * {@code some} without {@code gone}, with {@code fresh}.
     *
     * @param gone some of them
     * @param fresh others, none of which is among them
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
