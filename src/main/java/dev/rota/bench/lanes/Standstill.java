package dev.rota.bench.lanes;

import java.util.concurrent.TimeUnit;

/** Tells a scheduler that has stalled from one that is slow. */
public final class Standstill {

    private static final long NS_MAX = TimeUnit.MINUTES.toNanos(2);

    private Standstill() {}

    /**
     * Fails if nothing has come for too long.
     *
     * @param what is expected, in the plural
     * @param last when the last of them came, or the wait for the first one began
     */
    public static void check(String what, long last) {
        if (System.nanoTime() - last > NS_MAX) {
            throw new IllegalStateException("expected " + what + ", but none has come for two minutes");
        }
    }
}
