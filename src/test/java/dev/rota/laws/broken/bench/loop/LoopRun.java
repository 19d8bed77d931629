package dev.rota.laws.broken.bench.loop;

/** What measures a lane. */
public final class LoopRun {}
