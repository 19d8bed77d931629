package dev.rota.stream;

/**
 * What the broker's clock shows, learnt from the log times of records that are read back. A record is read after it was
 * appended, so each says "at least this much ahead"; the greatest of the last minutes is the best of them.
 */
final class BrokerClock {

    private static final long WINDOW_MS = 60_000;

    private long aheadNow = Long.MIN_VALUE;
    private long aheadBefore = Long.MIN_VALUE;
    private long windowStart;

    /** A record with this log time was read at this time of ours. */
    void learn(long logTime, long ourTime) {
        if (ourTime - windowStart >= WINDOW_MS) {
            aheadBefore = ourTime - windowStart >= 2 * WINDOW_MS ? Long.MIN_VALUE : aheadNow;
            aheadNow = Long.MIN_VALUE;
            windowStart = ourTime;
        }
        aheadNow = Math.max(aheadNow, logTime - ourTime);
    }

    /** The broker's time, as far as is known; ours, while nothing was read. */
    long at(long ourTime) {
        long ahead = Math.max(aheadNow, aheadBefore);
        return ahead == Long.MIN_VALUE ? ourTime : ourTime + ahead;
    }
}
