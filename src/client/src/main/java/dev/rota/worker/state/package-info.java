/**
 * Keeps the latest state of every shard of a pool. {@link dev.rota.worker.state.ShardFollower} reads the pool's blocks
 * into {@link dev.rota.worker.state.ShardStates}; any number of workers of one process may share it.
 */
package dev.rota.worker.state;
