package dev.rota.laws.broken.cli.jobs;

import dev.rota.laws.broken.cli.shards.Peeking;

/** A verb that depends on a verb of another room. */
public final class Copying {

    final Peeking verb = new Peeking();
}
