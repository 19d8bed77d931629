package dev.rota.laws.broken.bench.lanes;

import dev.rota.laws.broken.bench.loop.LoopRun;

/** A lane that depends on a measurement. */
public final class Looping {

    final LoopRun run = new LoopRun();
}
