package dev.rota.shards;

import dev.rota.engine.Ids;
import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Workers that are gone and whose turns are still being ended. A worker may have more turns than one step has room
 * for, since each can cause a dead letter; the rest follow in later steps. For everything else the worker is gone at
 * once: its id may return with a new incarnation, which gets no turn before these have ended.
 */
final class LostWorkers {

    /**
     * A worker that is gone.
     *
     * @param until the latest token at that time; workers lose their turns in this order
     */
    record Lost(long until, PoolWorker worker, ShardCause cause, String message) {

        private Key key() {
            return Key.of().number(until).text(worker.id).end();
        }
    }

    private final NavigableSet<Lost> waiting =
            new TreeSet<>(Comparator.comparingLong(Lost::until).thenComparing(lost -> lost.worker().id, Ids.BY_BYTES));
    /** Those that have rows. */
    private final NavigableSet<Lost> stored = new TreeSet<>(waiting.comparator());

    /** Restores a worker from its row; its turns are in the turn pages. */
    void restore(Key key, LostWorkerRow row) {
        Key.Reader reader = key.read();
        long until = reader.number64();
        Lost lost = new Lost(until, PoolWorker.gone(reader.text()), row.getCause(), row.getMessage());
        waiting.add(lost);
        stored.add(lost);
    }

    /** The departed worker of this id that still has turns; null if there is none. */
    @Nullable
    PoolWorker withTurns(String id) {
        return waiting.stream()
                .map(Lost::worker)
                .filter(worker -> worker.id.equals(id))
                .findFirst()
                .orElse(null);
    }

    void add(Lost lost) {
        if (!lost.worker.turns.isEmpty()) {
            waiting.add(lost);
        }
    }

    /** Ends their turns, by worker and token; returns false if the step has no room for all. */
    boolean run(Pool pool) {
        LostTurns turns = new LostTurns(pool);
        while (!waiting.isEmpty()) {
            Lost lost = waiting.first();
            while (!lost.worker.turns.isEmpty()) {
                if (!pool.step().hasRoom()) {
                    return false;
                }
                turns.lose(pool.turns().expect(lost.worker.turns.first()), lost.cause, lost.message);
            }
            waiting.remove(lost);
        }
        return true;
    }

    void write(Tables tables) {
        if (waiting.isEmpty() && stored.isEmpty()) {
            return;
        }
        Table<LostWorkerRow> table = tables.table(ShardsTables.LOST);
        List<Lost> done = new ArrayList<>(stored);
        done.removeAll(waiting);
        for (Lost lost : done) {
            table.drop(lost.key());
            stored.remove(lost);
        }
        for (Lost lost : waiting) {
            if (stored.add(lost)) {
                table.put(lost.key(), new LostWorkerRow(lost.cause, lost.message), false);
            }
        }
    }
}
