package dev.rota.laws.broken.engine.schema;

import dev.rota.laws.broken.engine.machine.Machine;

/** A schema that runs a scheduler. */
public final class Forward {

    final Machine machine = new Machine();
}
