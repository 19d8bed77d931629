package dev.rota.shards.scheduler;

import dev.rota.engine.Ids;
import dev.rota.shards.WorkerChangeKind;
import java.util.Comparator;
import java.util.List;

/** Models which workers are sick: those whose failed transactions succeeded on another worker. */
final class NaiveHealth {

    private static final long DAY_MS = 86_400_000;
    private static final long REST_MS_MAX = 600_000;
    private static final int GONE_MAX = 1_000;
    private static final int REPLACED_MAX = 16;

    private final NaivePool pool;

    NaiveHealth(NaivePool pool) {
        this.pool = pool;
    }

    /** Returns the record of a worker, which is kept for a day after it left, or a new one if there is none. */
    NaiveRecord of(String worker) {
        forgetOld();
        for (NaiveRecord record : pool.records) {
            if (record.worker.equals(worker)) {
                return record;
            }
        }
        NaiveRecord record = new NaiveRecord(worker);
        if (pool.worker(worker) == null) {
            record.goneAt = pool.now;
        }
        return record;
    }

    private void forgetOld() {
        pool.records.removeIf(record -> record.goneAt != null && pool.now - record.goneAt >= DAY_MS);
    }

    private void keep(NaiveRecord record) {
        pool.records.remove(record);
        if (!record.isEmpty()) {
            pool.records.add(record);
        }
        List<NaiveRecord> gone = pool.records.stream()
                .filter(one -> one.goneAt != null)
                .sorted(Comparator.<NaiveRecord>comparingLong(one -> one.goneAt == null ? 0 : one.goneAt)
                        .thenComparing(one -> one.worker, Ids.BY_BYTES))
                .toList();
        pool.records.removeAll(gone.subList(0, Math.max(0, gone.size() - GONE_MAX)));
    }

    boolean isSick(NaiveWorker worker) {
        return of(worker.id).isSick();
    }

    void came(NaiveWorker worker) {
        NaiveRecord record = of(worker.id);
        record.goneAt = null;
        if (record.gone != null && !record.gone.equals(worker.incarnation)) {
            replace(record, record.gone);
        }
        record.gone = null;
        keep(record);
    }

    void went(NaiveWorker worker) {
        NaiveRecord record = of(worker.id);
        record.goneAt = pool.now;
        record.gone = worker.incarnation;
        keep(record);
    }

    void replaced(NaiveWorker worker) {
        NaiveRecord record = of(worker.id);
        replace(record, worker.incarnation);
        keep(record);
    }

    private static void replace(NaiveRecord record, String incarnation) {
        record.replaced.add(incarnation);
        if (record.replaced.size() > REPLACED_MAX) {
            record.replaced.remove(0);
        }
    }

    boolean isReplaced(String worker, String incarnation) {
        return of(worker).replaced.contains(incarnation);
    }

    /**
     * Records that a batch of this turn failed or was lost. If another worker executes it later, this worker is sick.
     */
    void failed(NaiveTurn turn) {
        NaiveShard shard = turn.shard;
        if (pool.policy.getWorkerFailuresMax() > 0 && !shard.failedOn.contains(turn.worker.id)) {
            shard.failedOn.add(turn.worker.id);
        }
        NaiveRecord record = of(turn.worker.id);
        if (turn.onSick && record.isSick()) {
            record.restMs = Math.min(2 * record.restMs, Math.max(REST_MS_MAX, pool.policy.getWorkerRestMs()));
            record.restUntil = pool.in(record.restMs);
            keep(record);
            pool.changed(turn.worker.id, WorkerChangeKind.SICK);
        }
    }

    /**
     * Returns whether a failure of this turn costs its transactions nothing: the worker was sick, and another is
     * healthy.
     */
    boolean costsNothing(NaiveTurn turn) {
        return turn.onSick && pool.workers.stream().anyMatch(worker -> worker.slots > 0 && !isSick(worker));
    }

    /** Records that a batch of the worker's turn became a block. */
    void succeeded(String worker) {
        NaiveRecord record = of(worker);
        boolean wasSick = record.isSick();
        record.failures = 0;
        record.restMs = 0;
        record.restUntil = 0;
        keep(record);
        if (wasSick) {
            pool.changed(worker, WorkerChangeKind.RECOVERED);
        }
    }

    /** Records that another worker executed a batch that had failed on this worker only. */
    void convicted(String worker) {
        int most = pool.policy.getWorkerFailuresMax();
        NaiveRecord record = of(worker);
        if (most == 0 || record.isSick()) {
            return;
        }
        record.failures++;
        if (record.failures >= most) {
            record.restMs = pool.policy.getWorkerRestMs();
            record.restUntil = pool.in(record.restMs);
        }
        keep(record);
        if (record.isSick()) {
            pool.changed(worker, WorkerChangeKind.SICK);
        }
    }
}
