package dev.rota.worker.execute;

/**
 * A worker's counters since its start, and its current load.
 *
 * @param turns that it was given
 * @param batches that it executed
 * @param transactions that its reports hold receipts of
 * @param failed batches of which its executor made nothing
 * @param superseded batches that the shard had gone on without
 * @param running batches that are executed now
 * @param waiting batches whose parent block is not there yet
 * @param stuck running batches that have run for a minute, or whose turn is lost
 * @param longestMs of the running ones
 */
public record WorkerFigures(
        long turns,
        long batches,
        long transactions,
        long failed,
        long superseded,
        int running,
        int waiting,
        int stuck,
        long longestMs) {}
