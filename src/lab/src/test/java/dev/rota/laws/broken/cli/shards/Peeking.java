package dev.rota.laws.broken.cli.shards;

import dev.rota.laws.broken.cores.scheduler.Impure;

/** A verb in an inner room that depends on the inside of a domain. */
public final class Peeking {

    final Impure domain = new Impure();
}
