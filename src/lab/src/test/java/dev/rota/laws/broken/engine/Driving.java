package dev.rota.laws.broken.engine;

import dev.rota.laws.broken.engine.machine.Machine;

/** A class of the vocabulary that runs a scheduler. */
public final class Driving {

    final Machine machine = new Machine();
}
