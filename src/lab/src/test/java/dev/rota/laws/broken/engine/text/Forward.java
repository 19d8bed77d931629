package dev.rota.laws.broken.engine.text;

import dev.rota.laws.broken.engine.machine.Machine;

/** Text that runs a scheduler. */
public final class Forward {

    final Machine machine = new Machine();
}
