/**
 * A pool of shards with real workers in this process. {@link dev.rota.bench.pool.PoolRun} starts them, {@link
 * dev.rota.bench.pool.Work} is their executor, and {@link dev.rota.bench.pool.BlockWatch} notes the committed blocks;
 * {@link dev.rota.bench.pool.PlainGroup} does the same work without a scheduler.
 */
package dev.rota.bench.pool;
