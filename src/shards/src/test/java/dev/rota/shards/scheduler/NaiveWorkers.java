package dev.rota.shards.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.shards.ShardCause;
import dev.rota.shards.WorkerChangeKind;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerLeft;
import dev.rota.shards.WorkerReady;

/** Models workers that register, send heartbeats, and leave. */
final class NaiveWorkers {

    private final NaivePool pool;

    NaiveWorkers(NaivePool pool) {
        this.pool = pool;
    }

    void take(WorkerEvent event) {
        if (event.getEvent() instanceof WorkerReady ready) {
            ready(event.getWorker(), ready);
        } else {
            left(event.getWorker(), ((WorkerLeft) event.getEvent()).getIncarnation());
        }
    }

    private void left(String id, String incarnation) {
        NaiveWorker worker = known(id, incarnation);
        if (worker != null) {
            forget(worker, WorkerChangeKind.LEFT);
            lose(worker, ShardCause.WORKER_LEFT);
        }
    }

    /** Returns the worker that sent an event, or rejects the event and returns null. */
    @Nullable
    NaiveWorker known(String id, String incarnation) {
        NaiveWorker worker = pool.worker(id);
        boolean checked = !incarnation.isEmpty();
        if (checked && new NaiveHealth(pool).isReplaced(id, incarnation)) {
            pool.reject(ShardsReason.WORKER_SUPERSEDED);
            return null;
        }
        if (worker == null || (checked && !worker.incarnation.equals(incarnation))) {
            pool.reject(ShardsReason.WORKER_UNKNOWN);
            return null;
        }
        return worker;
    }

    private void ready(String id, WorkerReady ready) {
        if (new NaiveHealth(pool).isReplaced(id, ready.getIncarnation())) {
            pool.reject(ShardsReason.WORKER_SUPERSEDED);
            return;
        }
        NaiveWorker known = pool.worker(id);
        if (known != null && known.incarnation.equals(ready.getIncarnation())) {
            heartbeat(known, ready.getSlots());
            return;
        }
        if (known != null) {
            new NaiveHealth(pool).replaced(known);
            pool.changed(known, WorkerChangeKind.SUPERSEDED);
            pool.workers.remove(known);
        }
        NaiveWorker worker = new NaiveWorker(id, ready.getIncarnation());
        worker.slots = ready.getSlots();
        worker.protocol = Math.min(ready.getProtocol(), 1);
        hear(worker);
        pool.workers.add(worker);
        new NaiveHealth(pool).came(worker);
        standing(worker);
        if (new NaiveHealth(pool).isSick(worker)) {
            pool.changed(worker, WorkerChangeKind.SICK);
        }
        if (known != null) {
            lose(known, ShardCause.WORKER_LOST);
        }
    }

    private void heartbeat(NaiveWorker worker, int slots) {
        boolean changes = worker.slots != slots;
        worker.slots = slots;
        hear(worker);
        if (changes || worker.toldMs != worker.timeoutMs) {
            standing(worker);
        }
    }

    void hear(NaiveWorker worker) {
        worker.timeoutMs = pool.policy.getWorkerTimeoutMs();
        worker.deadline = pool.in(worker.timeoutMs);
    }

    private void standing(NaiveWorker worker) {
        worker.toldMs = worker.timeoutMs;
        pool.changed(worker, worker.slots == 0 ? WorkerChangeKind.DRAINING : WorkerChangeKind.READY);
    }

    /** Forgets a worker with its stuck slots. The caller loses its turns. */
    void forget(NaiveWorker worker, WorkerChangeKind kind) {
        pool.changed(worker, kind);
        pool.workers.remove(worker);
        new NaiveHealth(pool).went(worker);
    }

    /** Loses the turns of a worker, in token order. */
    void lose(NaiveWorker worker, ShardCause cause) {
        for (NaiveTurn turn : pool.turns(worker).toList()) {
            new NaiveLoss(pool).lose(turn, cause);
        }
    }
}
