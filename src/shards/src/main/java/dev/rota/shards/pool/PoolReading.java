package dev.rota.shards.pool;

import dev.rota.engine.Key;
import dev.rota.engine.Table;
import dev.rota.engine.TableType;
import dev.rota.engine.Tables;
import dev.rota.shards.TurnRow;
import dev.rota.shards.WorkerRow;
import dev.rota.shards.tables.ShardsTables;
import dev.rota.shards.workers.PoolWorker;
import dev.rota.shards.workers.WorkerRecord;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.apache.avro.specific.SpecificRecord;

/** Reads a pool from its rows; shards are read on demand. */
public final class PoolReading {

    private final Tables tables;
    private final Pool pool;
    private final Map<String, PoolWorker> workers = new LinkedHashMap<>();

    private PoolReading(Tables tables, long cacheBytes) {
        this.tables = tables;
        this.pool = new Pool(tables, cacheBytes);
    }

    /** Reads a pool for an explanation. */
    public static Pool of(Tables tables) {
        return of(tables, 0);
    }

    /** Reads a pool that caches shards within the given memory. */
    public static Pool of(Tables tables, long cacheBytes) {
        PoolReading reading = new PoolReading(tables, cacheBytes);
        reading.each(ShardsTables.QUEUE, (key, page) -> page.getWaiting().forEach(reading.pool.queue()::restore));
        reading.each(
                ShardsTables.WORKERS, (key, row) -> reading.worker(key.read().text(), row));
        reading.each(
                ShardsTables.WORKER_RECORDS,
                (key, row) -> reading.pool.records().restore(key.read().text(), row));
        reading.each(
                ShardsTables.DELAYED,
                (key, row) -> reading.pool.delayed().restore(key.read().text(), row));
        reading.each(ShardsTables.LOST, reading.pool.departed()::restore);
        reading.each(ShardsTables.TURNS, (key, page) -> page.getTurns().forEach(reading::turn));
        // which workers are free depends on the turns
        reading.workers.values().forEach(reading::join);
        return reading.pool;
    }

    private void worker(String id, WorkerRow row) {
        workers.put(id, PoolWorker.of(id, row));
    }

    private void join(PoolWorker worker) {
        WorkerRecord record = pool.records().find(worker.id);
        if (record != null && record.isSick()) {
            worker.restUntil = record.restUntil;
        }
        pool.workers().add(worker);
    }

    private void turn(TurnRow row) {
        String id = row.getWorker();
        PoolWorker gone = pool.departed().withTurns(id);
        PoolWorker holder = gone == null ? Objects.requireNonNull(workers.get(id), id) : gone;
        pool.turns().restore(new Turn(row, holder));
    }

    private <R extends SpecificRecord> void each(TableType<R> type, BiConsumer<Key, R> reader) {
        try (Table.Cursor<R> cursor = tables.table(type).scan(Key.EMPTY)) {
            for (Table.Entry<R> entry = cursor.next(); entry != null; entry = cursor.next()) {
                reader.accept(entry.key(), entry.row());
            }
        }
    }
}
