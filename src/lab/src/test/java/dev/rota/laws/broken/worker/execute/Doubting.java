package dev.rota.laws.broken.worker.execute;

import dev.rota.laws.broken.worker.verify.Proof;

/** A worker that verifies. */
public final class Doubting {

    final Proof proof = new Proof();
}
