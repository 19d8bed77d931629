package dev.rota.shards.workers;

import dev.rota.engine.Nullable;
import dev.rota.shards.WorkerRecordRow;
import dev.rota.shards.tables.ShardsLimits;
import java.util.ArrayList;
import java.util.List;

/**
 * What a pool remembers of a worker by its id: whether it is sick, and which of its incarnations were replaced. It
 * outlives the worker for a while. {@link WorkerRecords} changes its fields.
 */
public final class WorkerRecord {

    public final String id;

    /** The number of consecutive failures of transactions that other workers executed. */
    public int failures;

    /** The duration of its latest rest, or 0 if it is not sick. */
    public long restMs;

    /** When its latest rest ends. */
    public long restUntil;

    /** Its latest replaced incarnations, the earliest first. */
    public final List<String> replaced = new ArrayList<>();

    /** The incarnation that was lost or left last, or null once a worker of this id has joined. */
    @Nullable
    public String gone;

    /** When it left the pool, or null while it is in it. */
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

    /** Returns the number of its latest replaced incarnations. */
    public int replaced() {
        return replaced.size();
    }

    public boolean isSick() {
        return restMs > 0;
    }

    /** Returns whether it contains nothing worth remembering. */
    boolean isEmpty() {
        return failures == 0 && restMs == 0 && replaced.isEmpty() && gone == null;
    }

    /** Records that another incarnation has replaced this one, which is refused from now on. */
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
