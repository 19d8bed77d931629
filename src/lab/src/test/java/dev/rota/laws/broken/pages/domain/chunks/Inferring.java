package dev.rota.laws.broken.pages.domain.chunks;

import dev.rota.laws.broken.chunks.placement.Stateful;

/** A picture that decides what it draws. */
final class Inferring {
    private Stateful placement = new Stateful();

    Stateful placement() {
        return placement;
    }
}
