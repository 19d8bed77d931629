package dev.rota.laws.broken.worker.verify;

/** A class that only verification may use. */
public final class Proof {}
