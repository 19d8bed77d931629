package dev.rota.laws.broken.audit.annex;

/** A class in an inner room that is not in the laws. */
public final class Shed {}
