package dev.rota.laws.broken.chunks.placement;

import dev.rota.laws.broken.chunks.scheduler.Deciding;

/** An algorithm that depends on the state. */
public final class Stateful {

    final Deciding state = new Deciding();
}
