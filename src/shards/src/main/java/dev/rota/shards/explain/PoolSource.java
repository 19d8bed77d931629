package dev.rota.shards.explain;

import dev.rota.engine.Tables;
import dev.rota.shards.pool.Pool;

/**
 * Supplies a pool for an explanation: read from its rows, or the one that a scheduler has in memory between two steps.
 */
@FunctionalInterface
public interface PoolSource {
    Pool of(Tables tables);
}
