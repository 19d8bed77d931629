package dev.rota.laws.broken.audit;

/** A class that combines the rooms of its package. */
public final class Audit {}
