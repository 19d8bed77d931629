package dev.rota.laws.broken.serde;

import dev.rota.laws.broken.cores.scheduler.Impure;
import dev.rota.laws.broken.engine.machine.Machine;

/** A room that depends on a domain, and runs the engine. */
public final class Knowing {

    final Impure domain = new Impure();
    final Machine machine = new Machine();
}
