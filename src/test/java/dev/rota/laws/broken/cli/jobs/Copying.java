package dev.rota.laws.broken.cli.jobs;

import dev.rota.laws.broken.cli.shards.Peeking;

/** A verb that knows one of another room. */
public final class Copying {

    final Peeking verb = new Peeking();
}
