package dev.rota.engine;

/** Time arithmetic that saturates instead of overflowing on large settings. */
public final class Times {

    /** A time later than any event. */
    public static final long NEVER = Long.MAX_VALUE;

    private Times() {}

    /** Returns {@code waitMs} after {@code time}, or {@link #NEVER} if that overflows. */
    public static long after(long time, long waitMs) {
        long sum = time + waitMs;
        return sum < time ? NEVER : sum;
    }
}
