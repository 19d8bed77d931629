package dev.rota.laws.broken.cli;

import dev.rota.laws.broken.cores.Impure;

/** A verb that reaches into a domain. */
public final class Prying {

    final Impure domain = new Impure();
}
