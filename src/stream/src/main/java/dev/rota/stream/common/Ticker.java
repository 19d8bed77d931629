package dev.rota.stream.common;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A source of monotonic time that can also wait. A simulation has its own. */
public interface Ticker {

    /** The interval at which a condition is checked. */
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

    /** Returns the time as {@link System#nanoTime()} does. */
    long nanoTime();

    /** Waits for the given time. */
    void sleep(Duration time) throws InterruptedException;

    /** Waits until a condition holds, an interrupt occurs, or the time {@code most} has passed. */
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
