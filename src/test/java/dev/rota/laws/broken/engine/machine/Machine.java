package dev.rota.laws.broken.engine.machine;

/** What runs a scheduler. */
public final class Machine {}
