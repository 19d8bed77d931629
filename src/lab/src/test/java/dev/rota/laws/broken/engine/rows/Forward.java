package dev.rota.laws.broken.engine.rows;

import dev.rota.laws.broken.engine.machine.Machine;

/** Rows that run a scheduler. */
public final class Forward {

    final Machine machine = new Machine();
}
