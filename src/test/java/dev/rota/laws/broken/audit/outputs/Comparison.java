package dev.rota.laws.broken.audit.outputs;

/** What compares. */
public final class Comparison {}
