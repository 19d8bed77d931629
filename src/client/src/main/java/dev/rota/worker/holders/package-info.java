/**
 * Finds out why a worker has nothing to do: {@link dev.rota.worker.holders.HolderWatch} reads which shards silent workers of the
 * pool hold, and when these workers are lost.
 */
package dev.rota.worker.holders;
