package dev.rota.sim;

import dev.rota.stream.common.Ticker;
import java.time.Duration;

/** Reads the simulated time for an actor. */
record SimTicker(World world, SimActor actor) implements Ticker {

    @Override
    public long nanoTime() {
        return world.nanos();
    }

    @Override
    public void sleep(Duration time) {
        world.call(actor, "sleep");
        world.pause(actor, time.toNanos());
    }
}
