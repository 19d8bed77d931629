package dev.rota.laws.broken.engine.machine;

/** A class that runs a scheduler. */
public final class Machine {}
