package dev.rota.shards.workers;

import dev.rota.engine.Ids;
import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import dev.rota.engine.Times;
import dev.rota.shards.WorkerRecordRow;
import dev.rota.shards.tables.ShardsLimits;
import dev.rota.shards.tables.ShardsTables;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The records of workers that are in the pool, and of those that have left: for a day, and up to a limit. A worker
 * without failures and replaced incarnations has no record.
 */
public final class WorkerRecords {

    private final Map<String, WorkerRecord> byId = new HashMap<>();
    /** The records of workers that are not in the pool, those that left first come first. */
    private final NavigableSet<WorkerRecord> gone = new TreeSet<>(
            Comparator.comparingLong(WorkerRecord::goneAt).thenComparing(record -> record.id, Ids.BY_BYTES));
    /** Workers whose rows must be written. */
    private final Set<String> changed = new LinkedHashSet<>();
    /** Workers that have rows. */
    private final Set<String> stored = new HashSet<>();

    public void restore(String id, WorkerRecordRow row) {
        WorkerRecord record = WorkerRecord.of(id, row);
        byId.put(id, record);
        stored.add(id);
        if (record.goneAt != null) {
            gone.add(record);
        }
    }

    /** Returns the record of a worker, or null if it has none. */
    @Nullable
    public WorkerRecord find(String id) {
        return byId.get(id);
    }

    /** Forgets the workers that left a day ago. */
    public void forgetUntil(long now) {
        while (!gone.isEmpty() && Times.after(gone.first().goneAt(), ShardsLimits.GONE_WORKER_REMEMBERED_MS) <= now) {
            forget(gone.first());
        }
    }

    /** Changes the record of a worker, or creates it. A record that is empty after the change is dropped. */
    public void change(String id, @Nullable Long goneAt, Consumer<WorkerRecord> change) {
        WorkerRecord record = byId.get(id);
        if (record == null) {
            record = new WorkerRecord(id);
            record.goneAt = goneAt;
        } else {
            gone.remove(record);
        }
        change.accept(record);
        if (record.isEmpty()) {
            forget(record);
            return;
        }
        byId.put(id, record);
        changed.add(id);
        if (record.goneAt != null) {
            gone.add(record);
            if (gone.size() > ShardsLimits.GONE_WORKERS_REMEMBERED_MAX) {
                forget(gone.first());
            }
        }
    }

    private void forget(WorkerRecord record) {
        gone.remove(record);
        byId.remove(record.id);
        changed.add(record.id);
    }

    public void write(Tables tables) {
        Table<WorkerRecordRow> table = tables.table(ShardsTables.WORKER_RECORDS);
        for (String id : changed) {
            WorkerRecord record = byId.get(id);
            if (record != null) {
                table.put(Key.of(id), record.row(), !stored.add(id));
            } else if (stored.remove(id)) {
                table.drop(Key.of(id));
            }
        }
        changed.clear();
    }
}
