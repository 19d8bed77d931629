package dev.rota.laws.broken.engine;

import dev.rota.laws.broken.workload.Live;

/** An engine that depends on a demo. */
public final class Demonstrating {

    final Live demo = new Live();
}
