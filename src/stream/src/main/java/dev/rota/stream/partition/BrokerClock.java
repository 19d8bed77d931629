package dev.rota.stream.partition;

/**
 * Estimates the broker's clock from the append times of log records. A record is read after it was appended, so each
 * one gives a lower bound of the difference between the clocks; the greatest bound of the last minutes is the best
 * estimate.
 *
 * <p>While nothing is appended, a clock that was set is not noticed. So an old estimate that is far behind our own
 * clock no longer counts. The Tick that is sent instead is a new sample, even if it comes too early.
 */
final class BrokerClock {

    private static final long WINDOW_MS = 60_000;

    /** How far an old estimate may be behind our clock. */
    private static final long BEHIND_MS_MAX = 5_000;

    private long aheadNow = Long.MIN_VALUE;
    private long aheadBefore = Long.MIN_VALUE;
    private long windowStart;
    private long lastSample;

    /** Adds a sample: a record with this append time was read at this local time. */
    void learn(long logTime, long ourTime) {
        if (ourTime - windowStart >= WINDOW_MS) {
            aheadBefore = ourTime - windowStart >= 2 * WINDOW_MS ? Long.MIN_VALUE : aheadNow;
            aheadNow = Long.MIN_VALUE;
            windowStart = ourTime;
        }
        aheadNow = Math.max(aheadNow, logTime - ourTime);
        lastSample = ourTime;
    }

    /** Returns the broker's estimated time; the local time before any record was read. */
    long at(long ourTime) {
        long ahead = Math.max(aheadNow, aheadBefore);
        if (ahead == Long.MIN_VALUE) {
            return ourTime;
        }
        boolean old = ourTime - lastSample >= 2 * WINDOW_MS;
        return ourTime + (old ? Math.max(ahead, -BEHIND_MS_MAX) : ahead);
    }
}
