/**
 * The workers of a pool. {@link dev.rota.shards.workers.PoolWorkers} keeps each {@link dev.rota.shards.workers.PoolWorker}
 * in the order of free slots, of deadlines and of rests, so that each event changes its own worker only. {@link
 * dev.rota.shards.workers.WorkerRecords} keeps what is remembered of a worker after it has left: failures, and replaced
 * incarnations.
 */
package dev.rota.shards.workers;
