package dev.rota.laws.broken.engine;

import dev.rota.laws.broken.serde.Knowing;

/** An engine that depends on serialization. */
public final class Nosy {

    final Knowing other = new Knowing();
}
