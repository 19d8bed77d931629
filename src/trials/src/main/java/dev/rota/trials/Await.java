package dev.rota.trials;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for a condition, and fails with a description of what was awaited. */
public final class Await {

    private static final long SECONDS_MAX = 60;

    private static final long WITH_TRANSACTIONS_SECONDS_MAX = 180;
    private static final long LOOK_AGAIN_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private Await() {}

    public static void until(String what, BooleanSupplier condition) {
        until(() -> what, condition);
    }

    public static void until(Supplier<String> what, BooleanSupplier condition) {
        until(what, condition, SECONDS_MAX);
    }

    /** Waits longer than an abandoned transaction can hold its readers back, even on a busy machine. */
    public static void untilTransactionsEnd(Supplier<String> what, BooleanSupplier condition) {
        until(what, condition, WITH_TRANSACTIONS_SECONDS_MAX);
    }

    public static void until(Supplier<String> what, BooleanSupplier condition, long secondsMax) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(secondsMax);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("expected within " + secondsMax + " s: " + what.get());
            }
            LockSupport.parkNanos(LOOK_AGAIN_NS);
        }
    }
}
