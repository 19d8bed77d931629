package dev.rota.stream;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for a condition, and says what did not come about. */
final class Await {

    private static final long SECONDS_MAX = 60;
    private static final long LOOK_AGAIN_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private Await() {}

    static void until(String what, BooleanSupplier condition) {
        until(() -> what, condition);
    }

    static void until(Supplier<String> what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_MAX);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("expected within " + SECONDS_MAX + " s: " + what.get());
            }
            LockSupport.parkNanos(LOOK_AGAIN_NS);
        }
    }
}
