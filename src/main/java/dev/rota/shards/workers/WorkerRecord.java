package dev.rota.shards.workers;

import dev.rota.engine.Nullable;
import dev.rota.shards.WorkerRecordRow;
import dev.rota.shards.tables.ShardsLimits;
import java.util.ArrayList;
import java.util.List;

/**
 * What a pool remembers of a worker, by its id and for a while after it has gone: whether it is sick, and which of its
 * incarnations were replaced. Its fields are changed through {@link WorkerRecords}.
 */
public final class WorkerRecord {

    public final String id;

    /** Failures without a success between, of transactions that others executed. */
    public int failures;

    /** How long its latest rest is; 0: it is not sick. */
    public long restMs;

    /** When that rest ends. */
    public long restUntil;

    /** Its latest incarnations that were replaced, the earliest first. */
    public final List<String> replaced = new ArrayList<>();

    /** Its incarnation that was lost or left last; null once a worker of this id has come. */
    @Nullable
    public String gone;

    /** When it left the pool; null: it is in it. */
    @Nullable
    public Long goneAt;

    WorkerRecord(String id) {
        this.id = id;
    }

    static WorkerRecord of(String id, WorkerRecordRow row) {
        WorkerRecord record = new WorkerRecord(id);
        record.failures = row.getFailures();
        record.restMs = row.getRestMs();
        record.restUntil = row.getRestUntil();
        record.replaced.addAll(row.getReplaced());
        record.gone = row.getGone();
        record.goneAt = row.getGoneAt();
        return record;
    }

    /** How many of its latest incarnations were replaced. */
    public int replaced() {
        return replaced.size();
    }

    public boolean isSick() {
        return restMs > 0;
    }

    /** Whether there is nothing to remember. */
    boolean isEmpty() {
        return failures == 0 && restMs == 0 && replaced.isEmpty() && gone == null;
    }

    /** Another incarnation has taken the place of this one, which never comes back. */
    public void replace(String incarnation) {
        replaced.add(incarnation);
        if (replaced.size() > ShardsLimits.REPLACED_INCARNATIONS_MAX) {
            replaced.remove(0);
        }
    }

    long goneAt() {
        return goneAt == null ? Long.MAX_VALUE : goneAt;
    }

    WorkerRecordRow row() {
        return new WorkerRecordRow(failures, restMs, restUntil, List.copyOf(replaced), gone, goneAt);
    }
}
