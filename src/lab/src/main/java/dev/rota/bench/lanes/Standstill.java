package dev.rota.bench.lanes;

import java.util.concurrent.TimeUnit;

/** Distinguishes a scheduler that has stalled from a slow one. */
public final class Standstill {

    private static final long NS_MAX = TimeUnit.MINUTES.toNanos(2);

    private Standstill() {}

    /**
     * Throws if nothing has arrived for two minutes.
     *
     * @param what the expected things, in the plural
     * @param last the time at which the last of them arrived, or at which the wait for the first one began
     */
    public static void check(String what, long last) {
        if (System.nanoTime() - last > NS_MAX) {
            throw new IllegalStateException("expected " + what + ", but none has arrived for two minutes");
        }
    }
}
