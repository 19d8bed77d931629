package dev.rota.worker.execute;

/**
 * The counters of a worker since its start, and its current load.
 *
 * @param turns the turns that it was given
 * @param batches the batches that it executed
 * @param transactions the receipts in its reports
 * @param failed the batches that its executor failed
 * @param superseded the batches that it gave up, since the shard had advanced without it
 * @param slots the turns that it has announced that it can hold
 * @param held the batches that were assigned to it and are not reported
 * @param running the batches that are being executed
 * @param waiting the batches whose parent block has not arrived
 * @param stuck the running batches that have run for a minute, or whose turn is lost
 * @param longestMs the duration of the longest running batch
 */
public record WorkerFigures(
        long turns,
        long batches,
        long transactions,
        long failed,
        long superseded,
        int slots,
        int held,
        int running,
        int waiting,
        int stuck,
        long longestMs) {}
