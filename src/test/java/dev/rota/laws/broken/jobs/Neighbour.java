package dev.rota.laws.broken.jobs;

import dev.rota.laws.broken.cores.Impure;

/** A domain that depends on another. */
public final class Neighbour {

    final Impure other = new Impure();
}
