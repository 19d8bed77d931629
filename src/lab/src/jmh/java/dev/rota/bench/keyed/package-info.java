/**
 * Work in the order of its key over a topic that exists: an adopted topic with consumers of a stateless pool, next to other
 * consumers on the same broker.
 */
package dev.rota.bench.keyed;
