/**
 * Kafka's clients, without schemas: lookups of topics ({@link dev.rota.kafka.Topics}), headers in the engine's form,
 * and consumers that safely read topics to which any producer can write.
 */
package dev.rota.kafka;
