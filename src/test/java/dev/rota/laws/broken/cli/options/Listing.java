package dev.rota.laws.broken.cli.options;

import dev.rota.laws.broken.cli.Prying;

/** What verbs share, which knows a verb. */
public final class Listing {

    final Prying verb = new Prying();
}
