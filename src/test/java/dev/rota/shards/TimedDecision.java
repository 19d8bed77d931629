package dev.rota.shards;

/**
 * One decision, and the unit's time when it was taken.
 *
 * @param value a record of one of the pool's outputs, or the reason of a rejection
 */
record TimedDecision(long time, String topic, String key, Object value) {}
