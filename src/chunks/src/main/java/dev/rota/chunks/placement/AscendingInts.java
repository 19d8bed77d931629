package dev.rota.chunks.placement;

import java.util.Arrays;

/** Sets of ints as ascending arrays. */
public final class AscendingInts {

    private AscendingInts() {}

    public static boolean has(int[] some, int one) {
        return Arrays.binarySearch(some, one) >= 0;
    }

    /** Returns the ints that are in both sets. */
    public static int[] common(int[] some, int[] others) {
        return filter(some, others, true);
    }

    /** Returns the ints of a set that are not in another. */
    public static int[] without(int[] some, int[] others) {
        return others.length == 0 ? some : filter(some, others, false);
    }

    /** Returns the ints of a set that are in another, or those that are not. */
    private static int[] filter(int[] some, int[] others, boolean wanted) {
        int[] found = new int[some.length];
        int count = 0;
        int at = 0;
        for (int one : some) {
            at = reach(others, at, one);
            if ((at < others.length && others[at] == one) == wanted) {
                found[count++] = one;
            }
        }
        return Arrays.copyOf(found, count);
    }

    /** Returns the index from there on at which an int is or would be; it grows faster the farther that is. */
    private static int reach(int[] some, int from, int one) {
        int low = from;
        int high = from;
        for (int stride = 1; high < some.length && some[high] < one; stride <<= 1) {
            low = high + 1;
            high = Math.min(some.length, high + stride);
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (some[middle] < one) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns the ints of two sets that have none in common. */
    public static int[] union(int[] some, int[] others) {
        if (some.length == 0 || others.length == 0) {
            return some.length == 0 ? others : some;
        }
        return replace(some, new int[0], others);
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
