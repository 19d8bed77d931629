package dev.rota.laws.broken.annex;

/** A class in no room. */
public final class Shed {}
