package dev.rota.laws.broken.cli;

import dev.rota.laws.broken.cores.scheduler.Impure;

/** A verb that depends on the inside of a domain. */
public final class Prying {

    final Impure domain = new Impure();
}
