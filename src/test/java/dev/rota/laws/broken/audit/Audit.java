package dev.rota.laws.broken.audit;

/** What puts the rooms of its package together. */
public final class Audit {}
