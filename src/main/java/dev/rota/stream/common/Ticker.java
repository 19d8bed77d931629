package dev.rota.stream.common;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Monotonic time, and waiting for it to go by. A simulation has its own. */
public interface Ticker {

    /** How often a condition is looked at. */
    Duration MOMENT = Duration.ofMillis(1);

    /** The machine's clock. */
    Ticker SYSTEM = new Ticker() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public void sleep(Duration time) throws InterruptedException {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        }
    };

    /** As {@link System#nanoTime()}. */
    long nanoTime();

    /** Lets so much time go by. */
    void sleep(Duration time) throws InterruptedException;

    /** Waits until a condition holds, at most so long; an interrupt ends it, too. */
    default void await(BooleanSupplier condition, Duration most) {
        long end = nanoTime() + most.toNanos();
        try {
            while (!condition.getAsBoolean() && nanoTime() < end) {
                sleep(MOMENT);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
