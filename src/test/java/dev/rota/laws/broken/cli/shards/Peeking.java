package dev.rota.laws.broken.cli.shards;

import dev.rota.laws.broken.cores.Impure;

/** A verb in a room of its own that reaches into a domain. */
public final class Peeking {

    final Impure domain = new Impure();
}
