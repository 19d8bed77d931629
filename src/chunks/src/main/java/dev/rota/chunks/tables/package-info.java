/**
 * The rows of a network, and what most rules share of them: limits, timers, the network's counters, its listed chunks with
 * their entries of the catalog, and the decisions that wait to be published.
 */
package dev.rota.chunks.tables;
