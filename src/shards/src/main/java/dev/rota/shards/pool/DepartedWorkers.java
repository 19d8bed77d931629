package dev.rota.shards.pool;

import dev.rota.engine.Ids;
import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import dev.rota.shards.LostWorkerRow;
import dev.rota.shards.ShardCause;
import dev.rota.shards.tables.ShardsTables;
import dev.rota.shards.workers.PoolWorker;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * The workers that have left the pool and still have turns. A worker may have more turns than one step can end, since
 * each may cause a dead letter; later steps end the others. For all else the worker is gone at once: a new incarnation
 * may take its id, but nothing is dispatched until these turns have ended.
 */
public final class DepartedWorkers {

    /**
     * A worker that has left the pool and still has turns.
     *
     * @param latestToken the latest token when it left; workers lose their turns in this order
     */
    public record Departed(long latestToken, PoolWorker worker, ShardCause cause, String message) {

        private Key key() {
            return Key.of().number(latestToken).text(worker.id).end();
        }
    }

    private final NavigableSet<Departed> waiting = new TreeSet<>(Comparator.comparingLong(Departed::latestToken)
            .thenComparing(departed -> departed.worker().id, Ids.BY_BYTES));
    /** Workers that have rows. */
    private final NavigableSet<Departed> stored = new TreeSet<>(waiting.comparator());

    /** Restores a worker from its row; its turns are in the turn pages. */
    void restore(Key key, LostWorkerRow row) {
        Key.Reader reader = key.read();
        long until = reader.number64();
        Departed departed = new Departed(until, PoolWorker.gone(reader.text()), row.getCause(), row.getMessage());
        waiting.add(departed);
        stored.add(departed);
    }

    /** Returns the departed worker of this id that still has turns, or null if there is none. */
    @Nullable
    PoolWorker withTurns(String id) {
        return waiting.stream()
                .map(Departed::worker)
                .filter(worker -> worker.id.equals(id))
                .findFirst()
                .orElse(null);
    }

    /** Adds a worker that left the pool when {@code latestToken} was the latest token. */
    public void add(PoolWorker worker, long latestToken, ShardCause cause, String message) {
        if (!worker.turns.isEmpty()) {
            waiting.add(new Departed(latestToken, worker, cause, message));
        }
    }

    /** Returns the first worker that still has turns, or null if there is none. */
    @Nullable
    public Departed first() {
        while (!waiting.isEmpty() && waiting.first().worker.turns.isEmpty()) {
            waiting.pollFirst();
        }
        return waiting.isEmpty() ? null : waiting.first();
    }

    void write(Tables tables) {
        if (waiting.isEmpty() && stored.isEmpty()) {
            return;
        }
        Table<LostWorkerRow> table = tables.table(ShardsTables.LOST);
        List<Departed> done = new ArrayList<>(stored);
        done.removeAll(waiting);
        for (Departed departed : done) {
            table.drop(departed.key());
            stored.remove(departed);
        }
        for (Departed departed : waiting) {
            if (stored.add(departed)) {
                table.put(departed.key(), new LostWorkerRow(departed.cause, departed.message), false);
            }
        }
    }
}
