package dev.rota.chunks;

/**
 * One decision, and the unit's time when it was taken.
 *
 * @param value a record of one of the network's outputs, or the reason of a rejection
 */
record TimedDecision(long time, String topic, String key, Object value) {}
