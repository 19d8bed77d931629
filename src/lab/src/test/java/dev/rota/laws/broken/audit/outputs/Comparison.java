package dev.rota.laws.broken.audit.outputs;

/** A class that compares. */
public final class Comparison {}
