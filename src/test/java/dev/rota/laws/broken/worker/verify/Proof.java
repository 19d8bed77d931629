package dev.rota.laws.broken.worker.verify;

/** What only a verification knows. */
public final class Proof {}
