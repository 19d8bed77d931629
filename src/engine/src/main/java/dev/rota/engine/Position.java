package dev.rota.engine;

/** A record's position in the log and its append time, which the broker sets. */
public record Position(int partition, long offset, long time) {}
