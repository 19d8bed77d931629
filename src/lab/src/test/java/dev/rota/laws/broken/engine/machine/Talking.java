package dev.rota.laws.broken.engine.machine;

import dev.rota.laws.broken.engine.text.Forward;

/** A state machine that depends on texts. */
public final class Talking {

    final Forward text = new Forward();
}
