package dev.rota.laws.broken.engine;

import dev.rota.laws.broken.serde.Knowing;

/** An engine that looks at the wire. */
public final class Nosy {

    final Knowing other = new Knowing();
}
