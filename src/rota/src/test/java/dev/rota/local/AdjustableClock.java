package dev.rota.local;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Time;

/** A broker's clock, which a test can set ahead of the system clock. */
final class AdjustableClock implements Time {

    private final AtomicLong aheadMs = new AtomicLong();

    void ahead(long ms) {
        aheadMs.set(ms);
    }

    @Override
    public long milliseconds() {
        return Time.SYSTEM.milliseconds() + aheadMs.get();
    }

    @Override
    public long nanoseconds() {
        return Time.SYSTEM.nanoseconds();
    }

    @Override
    public void sleep(long ms) {
        Time.SYSTEM.sleep(ms);
    }

    @Override
    public void waitObject(Object object, Supplier<Boolean> condition, long deadlineMs) throws InterruptedException {
        Time.SYSTEM.waitObject(object, condition, deadlineMs - aheadMs.get());
    }
}
