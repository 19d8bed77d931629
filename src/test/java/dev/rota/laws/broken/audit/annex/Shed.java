package dev.rota.laws.broken.audit.annex;

/** A class in an inner room that the laws do not know. */
public final class Shed {}
