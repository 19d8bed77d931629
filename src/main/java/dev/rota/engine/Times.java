package dev.rota.engine;

/** Times that an operator's large numbers cannot turn over. */
public final class Times {

    /** Later than anything that happens. */
    public static final long NEVER = Long.MAX_VALUE;

    private Times() {}

    /** {@code waitMs} after {@code time}; {@link #NEVER} where that is beyond all times. */
    public static long after(long time, long waitMs) {
        long sum = time + waitMs;
        return sum < time ? NEVER : sum;
    }
}
