package dev.rota.sim;

import java.util.function.Supplier;
import org.apache.kafka.common.utils.Time;

/** Reads the simulated time for Kafka's classes, whose clock never jumps. */
record SimTime(World world, SimActor actor) implements Time {

    private static final long EPOCH_MS = 1_700_000_000_000L;

    @Override
    public long milliseconds() {
        return EPOCH_MS + world.nanos() / 1_000_000;
    }

    @Override
    public long nanoseconds() {
        return world.nanos();
    }

    @Override
    public void sleep(long ms) {
        world.call(actor, "sleep");
        world.pause(actor, ms * 1_000_000);
    }

    @Override
    public void waitObject(Object lock, Supplier<Boolean> condition, long deadlineMs) {
        throw new UnsupportedOperationException("nobody waits for another thread");
    }
}
