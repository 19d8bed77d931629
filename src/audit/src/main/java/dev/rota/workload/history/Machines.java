package dev.rota.workload.history;

/**
 * Equal machines.
 *
 * @param pool their properties, as {@code name=value;name=value}; empty: they have none
 * @param slots the number of pieces of work that each has room for
 */
public record Machines(String pool, int count, int slots) {}
