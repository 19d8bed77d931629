/**
 * The state of one pool in memory, a cache of its rows. {@link dev.rota.shards.pool.PoolReading} reads it once; then a step
 * begins with {@link dev.rota.shards.pool.Pool#begin}, the rules in {@link dev.rota.shards} change it, and {@link
 * dev.rota.shards.pool.Pool#write} writes the changed rows and moves the timers. A shard that waits has a ticket in {@link
 * dev.rota.shards.pool.ShardQueue}, one that waits for a retry is in {@link
 * dev.rota.shards.pool.DelayedShards}, a shard that runs has a token in {@link dev.rota.shards.pool.Turns}, and {@link
 * dev.rota.shards.pool.DepartedWorkers} are the workers whose turns still have to end.
 */
package dev.rota.shards.pool;
