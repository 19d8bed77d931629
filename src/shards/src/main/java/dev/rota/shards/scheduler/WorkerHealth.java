package dev.rota.shards.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import dev.rota.shards.WorkerChangeKind;
import dev.rota.shards.pool.Pool;
import dev.rota.shards.pool.Turn;
import dev.rota.shards.shard.Shard;
import dev.rota.shards.tables.ShardsLimits;
import dev.rota.shards.workers.PoolWorker;
import dev.rota.shards.workers.WorkerRecord;
import dev.rota.shards.workers.WorkerRecords;

/**
 * Decides which workers are sick. A batch that fails may be wrong itself, so a failure counts against its worker only
 * once another worker has executed the batch's first transaction; a transaction that fails on two counts against
 * neither. A sick worker rests, then gets one turn at a time until one succeeds.
 */
final class WorkerHealth {

    private final Pool pool;
    private final WorkerRecords records;
    private final WorkerAnnouncer announcer;

    WorkerHealth(Pool pool) {
        this.pool = pool;
        this.records = pool.records();
        this.announcer = new WorkerAnnouncer(pool);
    }

    /** Records that the batch of a turn failed or was lost. */
    void failed(Shard shard, Turn turn) {
        String id = turn.worker().id;
        if (pool.policy().getWorkerFailuresMax() > 0) {
            shard.failedOn(id);
        }
        WorkerRecord record = records.find(id);
        if (turn.onSick() && record != null && record.isSick()) {
            long most = Math.max(ShardsLimits.WORKER_REST_MS_MAX, pool.policy().getWorkerRestMs());
            rest(id, record.restMs > most - record.restMs ? most : 2 * record.restMs);
            announcer.emit(id, WorkerChangeKind.SICK, "it failed again when it was tried after its rest");
        }
    }

    /**
     * Returns whether a failure of this turn does not count against the shard, because its worker is sick and another
     * is not.
     */
    boolean costsNothing(Turn turn) {
        return turn.onSick() && pool.workers().totals().healthy() > 0;
    }

    /** Records that a batch of a worker has become a block. */
    void succeeded(String id) {
        WorkerRecord record = records.find(id);
        if (record == null || record.failures == 0) {
            return;
        }
        boolean wasSick = record.isSick();
        records.change(id, pool.now(), it -> {
            it.failures = 0;
            it.restMs = 0;
            it.restUntil = 0;
        });
        if (wasSick) {
            pool.workers().rest(id, null);
            announcer.emit(id, WorkerChangeKind.RECOVERED, "it has executed a batch");
        }
    }

    /** Counts a failure against a worker: a transaction that failed on this worker only was executed by another. */
    void blame(String id) {
        WorkerRecord before = records.find(id);
        int most = pool.policy().getWorkerFailuresMax();
        if (most == 0 || (before != null && before.isSick())) {
            return;
        }
        int failures = before == null ? 1 : before.failures + 1;
        records.change(id, absentSince(id), record -> record.failures = failures);
        if (failures >= most) {
            rest(id, pool.policy().getWorkerRestMs());
            announcer.emit(
                    id,
                    WorkerChangeKind.SICK,
                    "other workers executed what had failed on it, " + failures + " times in a row");
        }
    }

    private void rest(String id, long restMs) {
        long until = Times.after(pool.now(), restMs);
        records.change(id, absentSince(id), record -> {
            record.restMs = restMs;
            record.restUntil = until;
        });
        pool.workers().rest(id, until);
    }

    private @Nullable Long absentSince(String id) {
        return pool.workers().get(id) == null ? pool.now() : null;
    }

    /** Returns whether an incarnation of a worker was replaced by another. */
    boolean isReplaced(String id, String incarnation) {
        WorkerRecord record = records.find(id);
        return record != null && record.replaced.contains(incarnation);
    }

    /** Records that another incarnation replaces this one. */
    void replaced(PoolWorker worker) {
        records.change(worker.id, null, record -> record.replace(worker.incarnation));
    }

    /** Records that a worker has joined the pool. */
    void came(PoolWorker worker) {
        WorkerRecord record = records.find(worker.id);
        if (record == null) {
            return;
        }
        records.change(worker.id, null, it -> {
            it.goneAt = null;
            if (it.gone != null && !it.gone.equals(worker.incarnation)) {
                it.replace(it.gone);
            }
            it.gone = null;
        });
        if (record.isSick()) {
            pool.workers().rest(worker.id, record.restUntil);
            announcer.emit(worker.id, WorkerChangeKind.SICK, "it was sick before, and is not tried yet");
        }
    }

    /** Records that a worker has left the pool. */
    void went(PoolWorker worker) {
        records.change(worker.id, pool.now(), record -> {
            record.goneAt = pool.now();
            record.gone = worker.incarnation;
        });
    }
}
