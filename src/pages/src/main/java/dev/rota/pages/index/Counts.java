package dev.rota.pages.index;

import java.util.Arrays;

/** Counts the records of each second of the last hour, including records that are no longer cached. */
public final class Counts {

    private static final int SECONDS = 3_600;
    private static final long SECOND_MS = 1_000;

    /** The second since 1970 that each slot counts. */
    private final long[] seconds = new long[SECONDS];

    private final int[] counts = new int[SECONDS];

    Counts() {
        Arrays.fill(seconds, -1);
    }

    synchronized void add(long time) {
        long second = Math.floorDiv(time, SECOND_MS);
        int slot = Math.floorMod(second, SECONDS);
        if (second < seconds[slot]) {
            return;
        }
        if (second > seconds[slot]) {
            seconds[slot] = second;
            counts[slot] = 0;
        }
        counts[slot]++;
    }

    /** Returns the number of records in the last {@code spanMs} milliseconds, up to an hour. */
    public synchronized long within(long now, long spanMs) {
        long sum = 0;
        for (int slot = 0; slot < SECONDS; slot++) {
            long age = Math.floorDiv(now, SECOND_MS) - seconds[slot];
            sum += seconds[slot] >= 0 && age >= 0 && age < spanMs / SECOND_MS ? counts[slot] : 0;
        }
        return sum;
    }
}
