package dev.rota.stream;

/**
 * Estimates the broker's clock from the append times of log records. A record is read after it was appended, so each
 * one gives a lower bound of the clocks' difference; the greatest bound of the last minutes is the best estimate.
 */
final class BrokerClock {

    private static final long WINDOW_MS = 60_000;

    private long aheadNow = Long.MIN_VALUE;
    private long aheadBefore = Long.MIN_VALUE;
    private long windowStart;

    /** Takes a sample: a record with this append time was read at this local time. */
    void learn(long logTime, long ourTime) {
        if (ourTime - windowStart >= WINDOW_MS) {
            aheadBefore = ourTime - windowStart >= 2 * WINDOW_MS ? Long.MIN_VALUE : aheadNow;
            aheadNow = Long.MIN_VALUE;
            windowStart = ourTime;
        }
        aheadNow = Math.max(aheadNow, logTime - ourTime);
    }

    /** The broker's estimated time; the local time before any record was read. */
    long at(long ourTime) {
        long ahead = Math.max(aheadNow, aheadBefore);
        return ahead == Long.MIN_VALUE ? ourTime : ourTime + ahead;
    }
}
