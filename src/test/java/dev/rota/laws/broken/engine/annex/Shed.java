package dev.rota.laws.broken.engine.annex;

/** A class in an inner package of the engine that the laws do not know. */
public final class Shed {}
