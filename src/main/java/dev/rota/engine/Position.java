package dev.rota.engine;

/** Where and when a record stands in the log; the time is the log's, not a producer's. */
public record Position(int partition, long offset, long time) {}
