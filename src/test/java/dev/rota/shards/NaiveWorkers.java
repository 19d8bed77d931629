package dev.rota.shards;

/** Workers that come, say that they are there, and go. */
final class NaiveWorkers {

    private final NaivePool pool;

    NaiveWorkers(NaivePool pool) {
        this.pool = pool;
    }

    void take(WorkerEvent event) {
        if (event.getEvent() instanceof WorkerReady ready) {
            ready(event.getWorker(), ready);
            return;
        }
        NaiveWorker worker = pool.worker(event.getWorker());
        if (worker == null) {
            pool.reject(ShardsReason.WORKER_UNKNOWN);
        } else {
            forget(worker, ShardCause.WORKER_LEFT);
        }
    }

    private void ready(String id, WorkerReady ready) {
        NaiveWorker old = pool.worker(id);
        if (old != null && !old.incarnation.equals(ready.getIncarnation())) {
            forget(old, ShardCause.WORKER_LOST);
        }
        NaiveWorker known = pool.worker(id);
        NaiveWorker worker = known == null ? new NaiveWorker(id, ready.getIncarnation()) : known;
        if (known == null) {
            pool.workers.add(worker);
        }
        worker.slots = ready.getSlots();
        worker.deadline = pool.in(pool.policy.getWorkerTimeoutMs());
    }

    /** The worker is forgotten with its stuck slots, and its turns are lost, in token order. */
    void forget(NaiveWorker worker, ShardCause cause) {
        pool.workers.remove(worker);
        for (NaiveTurn turn : pool.turns(worker).toList()) {
            new NaiveLoss(pool).lose(turn, cause);
        }
    }
}
