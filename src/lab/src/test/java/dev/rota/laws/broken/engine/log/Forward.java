package dev.rota.laws.broken.engine.log;

import dev.rota.laws.broken.engine.machine.Machine;

/** A log record that runs a scheduler. */
public final class Forward {

    final Machine machine = new Machine();
}
