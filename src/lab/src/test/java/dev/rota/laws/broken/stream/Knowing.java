package dev.rota.laws.broken.stream;

import dev.rota.laws.broken.cores.scheduler.Impure;

/** A room that depends on a domain. */
public final class Knowing {

    final Impure domain = new Impure();
}
