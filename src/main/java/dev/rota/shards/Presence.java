package dev.rota.shards;

import dev.rota.engine.Nullable;

/** Handles workers that register, send heartbeats, or leave. */
final class Presence {

    private final Pool pool;

    Presence(Pool pool) {
        this.pool = pool;
    }

    void ready(String id, WorkerReady ready) {
        PoolWorker worker = pool.workers().get(id);
        if (worker != null && !worker.incarnation.equals(ready.getIncarnation())) {
            gone(worker, ShardCause.WORKER_LOST, "worker " + id + " began another life");
            worker = null;
        }
        if (worker == null) {
            pool.workers().add(new PoolWorker(id, ready.getIncarnation(), ready.getSlots(), pool.now(), timeoutMs()));
            return;
        }
        pool.workers().slots(worker, ready.getSlots());
        pool.workers().heard(worker, pool.now(), timeoutMs());
    }

    void left(String id) {
        PoolWorker worker = heard(id);
        if (worker != null) {
            gone(worker, ShardCause.WORKER_LEFT, "worker " + id + " left");
        }
    }

    void silent(PoolWorker worker) {
        gone(worker, ShardCause.WORKER_LOST, "worker " + worker.id + " was silent for too long");
    }

    /** The worker an event is from, with its deadline extended; rejects the event and returns null if unknown. */
    @Nullable
    PoolWorker heard(String id) {
        PoolWorker worker = pool.workers().get(id);
        if (worker == null) {
            pool.reject(ShardsReason.WORKER_UNKNOWN, "expected a worker that is ready, but there is none named " + id);
        } else {
            pool.workers().heard(worker, pool.now(), timeoutMs());
        }
        return worker;
    }

    private void gone(PoolWorker worker, ShardCause cause, String message) {
        pool.workers().remove(worker);
        pool.lostWorkers().add(new LostWorkers.Lost(pool.turns().tokens(), worker, cause, message));
    }

    private long timeoutMs() {
        return pool.policy().getWorkerTimeoutMs();
    }
}
