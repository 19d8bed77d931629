package dev.rota.laws.broken.annex;

/** A class in a package that the laws do not know. */
public final class Shed {}
