/**
 * Kafka's clients, with no word of schemas: what a cluster says of its topics ({@link dev.rota.kafka.Topics}), the
 * engine's headers as Kafka has them, and consumers that are safe to read with from topics that others can write to.
 */
package dev.rota.kafka;
