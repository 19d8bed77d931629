package dev.rota.shards.scheduler;

import dev.rota.shards.ShardsTopics;
import dev.rota.shards.WorkerChange;
import dev.rota.shards.WorkerChangeKind;
import dev.rota.shards.pool.Pool;
import dev.rota.shards.workers.PoolWorker;

/** Emits changes of a worker's standing in the pool. */
final class WorkerAnnouncer {

    private final Pool pool;

    WorkerAnnouncer(Pool pool) {
        this.pool = pool;
    }

    void emit(PoolWorker worker, WorkerChangeKind kind, String reason) {
        emit(new WorkerChange(
                pool.step().unit(),
                worker.id,
                kind,
                worker.incarnation,
                worker.slots,
                worker.timeoutMs,
                reason,
                worker.protocol));
    }

    /** Emits a change of a worker that may have left the pool. */
    void emit(String id, WorkerChangeKind kind, String reason) {
        PoolWorker worker = pool.workers().get(id);
        if (worker == null) {
            emit(new WorkerChange(pool.step().unit(), id, kind, "", 0, 0L, reason, 0));
        } else {
            emit(worker, kind, reason);
        }
    }

    private void emit(WorkerChange change) {
        pool.step().emit(ShardsTopics.WORKER_EVENTS, change.getWorker(), change);
    }
}
