/**
 * Instances in separate processes, on brokers that fail as well. {@link dev.rota.bench.cluster.Outages} kills, freezes
 * and restarts them, {@link dev.rota.bench.cluster.Probe} measures how long units are without decisions.
 */
package dev.rota.bench.cluster;
