package dev.rota.laws.broken.cli.options;

import dev.rota.laws.broken.cli.Prying;

/** A class that verbs share and that depends on a verb. */
public final class Listing {

    final Prying verb = new Prying();
}
