/**
 * Kafka's clients, without schemas: lookups of topics ({@link dev.rota.kafka.Topics}), headers in the engine's form,
 * and consumers that safely read topics that others can write to.
 */
package dev.rota.kafka;
