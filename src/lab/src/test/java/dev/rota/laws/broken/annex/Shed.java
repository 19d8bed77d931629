package dev.rota.laws.broken.annex;

/** A class in a package that is not in the laws. */
public final class Shed {}
