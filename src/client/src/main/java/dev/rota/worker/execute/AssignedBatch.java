package dev.rota.worker.execute;

import dev.rota.shards.Batch;

/**
 * A batch for this worker.
 *
 * @param seq its number among the pool's outputs, or the greatest one if it is unknown
 */
record AssignedBatch(Batch batch, long seq) {}
