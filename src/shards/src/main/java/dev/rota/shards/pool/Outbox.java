package dev.rota.shards.pool;

import dev.rota.engine.Step;
import dev.rota.shards.Batch;
import dev.rota.shards.BatchReceipts;
import dev.rota.shards.ReceiptsCommitted;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.tables.ShardsLimits;
import dev.rota.shards.workers.PoolWorker;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The batches and the receipts of a step, which share records. An output costs the same whatever it contains: a report
 * of many batches is answered by one record with receipts, and by one with batches for each worker.
 */
public final class Outbox {

    /** The first batch for each worker, which contains the others. */
    private final Map<String, Batch> batches = new LinkedHashMap<>();

    private final List<BatchReceipts> receipts = new ArrayList<>();
    private String reporter = "";
    private long bytes;

    Outbox() {}

    /**
     * Sends a batch, together with others if the worker reads them.
     *
     * @param batch a batch whose list of more can be changed
     * @param batchBytes the maximum size of the batch
     */
    public void send(Step step, PoolWorker worker, Batch batch, long batchBytes) {
        if (worker.protocol == 0) {
            emitReceipts(step);
            step.emit(ShardsTopics.ASSIGNMENTS, worker.id, batch);
            return;
        }
        if (bytes + batchBytes > ShardsLimits.BATCH_RECORD_BYTES_MAX) {
            emitBatches(step);
        }
        bytes += batchBytes;
        Batch first = batches.putIfAbsent(worker.id, batch);
        if (first != null) {
            first.getMore().add(batch);
        }
    }

    /** Commits receipts of one batch of the worker's report. */
    public void commit(String worker, BatchReceipts some) {
        reporter = worker;
        receipts.add(some);
    }

    void emit(Step step) {
        emitReceipts(step);
        emitBatches(step);
    }

    private void emitReceipts(Step step) {
        if (!receipts.isEmpty()) {
            step.emit(
                    ShardsTopics.RECEIPTS,
                    step.unit(),
                    new ReceiptsCommitted(step.unit(), reporter, List.copyOf(receipts)));
            receipts.clear();
        }
    }

    private void emitBatches(Step step) {
        batches.forEach((worker, first) -> step.emit(ShardsTopics.ASSIGNMENTS, worker, first));
        batches.clear();
        bytes = 0;
    }
}
