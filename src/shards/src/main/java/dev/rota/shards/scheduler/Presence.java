package dev.rota.shards.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.shards.ShardCause;
import dev.rota.shards.WorkerChangeKind;
import dev.rota.shards.WorkerProtocol;
import dev.rota.shards.WorkerReady;
import dev.rota.shards.pool.Pool;
import dev.rota.shards.workers.PoolWorker;

/** Handles workers that register, send heartbeats, or leave. */
final class Presence {

    private final Pool pool;
    private final WorkerHealth health;
    private final WorkerAnnouncer announcer;

    Presence(Pool pool) {
        this.pool = pool;
        this.health = new WorkerHealth(pool);
        this.announcer = new WorkerAnnouncer(pool);
    }

    void ready(String id, WorkerReady ready) {
        String incarnation = ready.getIncarnation();
        if (health.isReplaced(id, incarnation)) {
            superseded(id, incarnation);
            return;
        }
        PoolWorker known = pool.workers().get(id);
        if (known != null && known.incarnation.equals(incarnation)) {
            heartbeat(known, ready.getSlots());
            return;
        }
        if (known != null) {
            health.replaced(known);
            gone(known, WorkerChangeKind.SUPERSEDED, "another incarnation took its place");
        }
        PoolWorker worker = new PoolWorker(id, incarnation, ready.getSlots(), pool.now(), timeoutMs());
        worker.protocol = Math.min(ready.getProtocol(), WorkerProtocol.LATEST);
        pool.workers().add(worker);
        announceSlots(worker);
        health.came(worker);
    }

    private void heartbeat(PoolWorker worker, int slots) {
        boolean changes = worker.slots != slots;
        pool.workers().slots(worker, slots);
        pool.workers().heard(worker, pool.now(), timeoutMs());
        if (changes || worker.toldMs != timeoutMs()) {
            announceSlots(worker);
        }
    }

    /** Announces a worker's slots and its timeout. */
    private void announceSlots(PoolWorker worker) {
        pool.workers().told(worker, timeoutMs());
        if (worker.isOpen()) {
            announcer.emit(worker, WorkerChangeKind.READY, "it announced slots");
        } else {
            announcer.emit(worker, WorkerChangeKind.DRAINING, "it announced no slots");
        }
    }

    void left(String id, String incarnation) {
        PoolWorker worker = ready(id, incarnation);
        if (worker != null) {
            gone(worker, WorkerChangeKind.LEFT, "it left");
            health.went(worker);
        }
    }

    void silent(PoolWorker worker) {
        gone(worker, WorkerChangeKind.LOST, "it was silent for too long");
        health.went(worker);
    }

    /** Returns the worker that sent a report, and extends its deadline; returns null if the report is rejected. */
    @Nullable
    PoolWorker heard(String id, String incarnation) {
        PoolWorker worker = ready(id, incarnation);
        if (worker != null) {
            pool.workers().heard(worker, pool.now(), timeoutMs());
        }
        return worker;
    }

    /**
     * Returns the worker that sent an event; rejects the event and returns null if the worker is not in the pool.
     *
     * @param incarnation the incarnation that sent the event, or empty if the event names none
     */
    private @Nullable PoolWorker ready(String id, String incarnation) {
        if (!incarnation.isEmpty() && health.isReplaced(id, incarnation)) {
            superseded(id, incarnation);
            return null;
        }
        PoolWorker worker = pool.workers().get(id);
        if (worker == null) {
            pool.reject(ShardsReason.WORKER_UNKNOWN, "expected a worker that is ready, but there is none named " + id);
        } else if (!incarnation.isEmpty() && !incarnation.equals(worker.incarnation)) {
            pool.reject(
                    ShardsReason.WORKER_UNKNOWN,
                    "expected worker " + id + " in the incarnation that is ready, " + worker.incarnation
                            + ", but it is " + incarnation);
            return null;
        }
        return worker;
    }

    private void superseded(String id, String incarnation) {
        pool.reject(
                ShardsReason.WORKER_SUPERSEDED,
                "expected the latest incarnation of worker " + id + ", but another has taken the place of "
                        + (incarnation.isEmpty() ? "the one without a name" : incarnation));
    }

    private void gone(PoolWorker worker, WorkerChangeKind kind, String message) {
        announcer.emit(worker, kind, message);
        pool.workers().remove(worker);
        ShardCause cause = kind == WorkerChangeKind.LEFT ? ShardCause.WORKER_LEFT : ShardCause.WORKER_LOST;
        pool.departed().add(worker, pool.turns().tokens(), cause, "worker " + worker.id + ": " + message);
    }

    private long timeoutMs() {
        return pool.policy().getWorkerTimeoutMs();
    }
}
