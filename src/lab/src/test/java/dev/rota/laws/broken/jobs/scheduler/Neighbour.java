package dev.rota.laws.broken.jobs.scheduler;

import dev.rota.laws.broken.cores.scheduler.Impure;

/** A domain that depends on another. */
public final class Neighbour {

    final Impure other = new Impure();
}
