package dev.rota.laws.broken.bench.lanes;

import dev.rota.laws.broken.bench.loop.LoopRun;

/** A lane that knows one of those who measure it. */
public final class Looping {

    final LoopRun run = new LoopRun();
}
