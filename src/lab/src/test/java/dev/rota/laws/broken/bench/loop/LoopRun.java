package dev.rota.laws.broken.bench.loop;

/** A measurement of a lane. */
public final class LoopRun {}
