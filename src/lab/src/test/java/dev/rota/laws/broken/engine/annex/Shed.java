package dev.rota.laws.broken.engine.annex;

/** A class in an inner room of the engine that is not in the laws. */
public final class Shed {}
