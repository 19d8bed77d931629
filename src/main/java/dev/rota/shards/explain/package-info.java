/**
 * Why a shard does not run, what became of a transaction, and what a worker runs. It reads what decides, and decides
 * nothing.
 */
package dev.rota.shards.explain;
