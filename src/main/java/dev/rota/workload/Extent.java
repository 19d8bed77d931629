package dev.rota.workload;

/**
 * How large the units are in which a benchmark looks at pages.
 *
 * @param cores of a relay chain
 * @param shards of a pool
 * @param workers of a storage network
 * @param chunks of that network
 */
public record Extent(int cores, int shards, int workers, int chunks) {}
