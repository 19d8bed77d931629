package dev.rota.chunks.placement;

import java.util.Arrays;

/** Sets of ints as ascending arrays. */
public final class AscendingInts {

    private AscendingInts() {}

    public static boolean has(int[] numbers, int number) {
        return Arrays.binarySearch(numbers, number) >= 0;
    }

    /** Returns the ints that are in both sets. */
    public static int[] common(int[] numbers, int[] second) {
        return filter(numbers, second, true);
    }

    /** Returns the ints of a set that are not in another. */
    public static int[] without(int[] numbers, int[] second) {
        return second.length == 0 ? numbers : filter(numbers, second, false);
    }

    /** Returns the ints of a set that are in another, or those that are not. */
    private static int[] filter(int[] numbers, int[] second, boolean wanted) {
        int[] found = new int[numbers.length];
        int count = 0;
        int at = 0;
        for (int number : numbers) {
            at = reach(second, at, number);
            if ((at < second.length && second[at] == number) == wanted) {
                found[count++] = number;
            }
        }
        return Arrays.copyOf(found, count);
    }

    /** Returns the index from there on at which an int is or would be; it grows faster the farther that is. */
    private static int reach(int[] numbers, int from, int number) {
        int low = from;
        int high = from;
        for (int stride = 1; high < numbers.length && numbers[high] < number; stride <<= 1) {
            low = high + 1;
            high = Math.min(numbers.length, high + stride);
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (numbers[middle] < number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns the ints of two sets that have none in common. */
    public static int[] union(int[] numbers, int[] second) {
        if (numbers.length == 0 || second.length == 0) {
            return numbers.length == 0 ? second : numbers;
        }
        return replace(numbers, new int[0], second);
    }

    /**
     * Returns {@code numbers} without {@code gone}, with {@code fresh}.
     *
     * @param gone ints of the set
     * @param fresh ints that are not in the set
     */
    static int[] replace(int[] numbers, int[] gone, int[] fresh) {
        int[] all = new int[numbers.length - gone.length + fresh.length];
        int count = 0;
        int atGone = 0;
        int atFresh = 0;
        for (int number : numbers) {
            while (atFresh < fresh.length && fresh[atFresh] < number) {
                all[count++] = fresh[atFresh++];
            }
            if (atGone < gone.length && gone[atGone] == number) {
                atGone++;
            } else {
                all[count++] = number;
            }
        }
        System.arraycopy(fresh, atFresh, all, count, fresh.length - atFresh);
        return all;
    }
}
