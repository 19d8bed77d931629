/** Explains why a shard does not run, what became of a transaction, and what a worker runs. */
package dev.rota.shards.explain;
