package dev.rota.shards.workers;

import dev.rota.engine.Ids;
import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import dev.rota.engine.Times;
import dev.rota.shards.WorkerRow;
import dev.rota.shards.tables.ShardsTables;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/** The workers of the pool, ordered by free capacity and by deadline. */
public final class PoolWorkers {

    private static final Comparator<PoolWorker> BY_ID = Comparator.comparing(worker -> worker.id, Ids.BY_BYTES);

    private static final Comparator<PoolWorker> BY_REST =
            Comparator.comparingLong(PoolWorker::restUntil).thenComparing(BY_ID);

    private final Map<String, PoolWorker> byId = new HashMap<>();
    private final NavigableSet<PoolWorker> free =
            new TreeSet<>(Comparator.comparingInt(PoolWorker::load).thenComparing(BY_ID));
    private final NavigableSet<PoolWorker> byDeadline = new TreeSet<>(
            Comparator.<PoolWorker>comparingLong(worker -> worker.deadline).thenComparing(BY_ID));
    /** Sick workers that have not rested yet. */
    private final NavigableSet<PoolWorker> resting = new TreeSet<>(BY_REST);
    /** Sick workers that have a free slot, whether or not they have rested. */
    private final NavigableSet<PoolWorker> sickWithRoom = new TreeSet<>(BY_REST);

    private final SlotTotals totals = new SlotTotals();

    /** Workers whose rows must be written. */
    private final List<PoolWorker> changed = new ArrayList<>();

    @Nullable
    public PoolWorker get(String id) {
        return byId.get(id);
    }

    /** Visits all workers, in no particular order. */
    public void each(Consumer<PoolWorker> visitor) {
        byDeadline.forEach(visitor);
    }

    /** Returns the totals of their slots. */
    public SlotTotals totals() {
        return totals;
    }

    /** Adds a worker, new or read from its row. */
    public void add(PoolWorker worker) {
        byId.put(worker.id, worker);
        index(worker);
        if (!worker.stored) {
            save(worker);
        }
    }

    /** Removes a worker; its remaining turns end by {@link #end}. */
    public void remove(PoolWorker worker) {
        byId.remove(worker.id);
        unindex(worker);
        worker.gone = true;
        save(worker);
    }

    public void slots(PoolWorker worker, int slots) {
        if (worker.slots != slots) {
            change(worker, () -> worker.slots = slots);
            save(worker);
        }
    }

    /** Records that a worker has sent an event. */
    public void heard(PoolWorker worker, long at, long timeoutMs) {
        if (worker.heardAt != at || worker.timeoutMs != timeoutMs) {
            change(worker, () -> worker.heard(at, timeoutMs));
            save(worker);
        }
    }

    /** Records that a timeout is announced to a worker. */
    public void told(PoolWorker worker, long timeoutMs) {
        if (worker.toldMs != timeoutMs) {
            worker.toldMs = timeoutMs;
            save(worker);
        }
    }

    /** Sets when its silence is judged. */
    public void deadline(PoolWorker worker, long deadline) {
        if (worker.deadline != deadline) {
            change(worker, () -> worker.deadline = deadline);
            save(worker);
        }
    }

    public void begin(PoolWorker worker, long token) {
        change(worker, () -> worker.turns.add(token));
    }

    public void end(PoolWorker worker, long token) {
        change(worker, () -> worker.turns.remove(token));
    }

    /**
     * Marks a lost turn as stuck: it occupies its slot until its token is reported. A worker that is gone has no stuck
     * turns.
     */
    public void stick(PoolWorker worker, long token) {
        if (!worker.gone) {
            change(worker, () -> worker.stuck.add(token));
            save(worker);
        }
    }

    /** Frees the slot of a stuck turn, whose token was reported. */
    public void loosen(PoolWorker worker, long token) {
        if (worker.stuck.contains(token)) {
            change(worker, () -> worker.stuck.remove(token));
            save(worker);
        }
    }

    /**
     * Makes the worker of this id, if it is in the pool, sick until its rest ends and it succeeds.
     *
     * @param until when its rest ends, or null if it is not sick
     */
    public void rest(String id, @Nullable Long until) {
        PoolWorker worker = byId.get(id);
        if (worker != null) {
            change(worker, () -> {
                worker.restUntil = until;
                worker.rested = false;
            });
        }
    }

    /** Ends the rests that are over. */
    public void wake(long now) {
        while (!resting.isEmpty() && resting.first().restUntil() <= now) {
            PoolWorker worker = resting.first();
            change(worker, () -> worker.rested = true);
        }
    }

    /** Returns when the first rest ends. */
    public long restEnds() {
        return resting.isEmpty() ? Times.NEVER : resting.first().restUntil();
    }

    /**
     * Returns the workers that may get a turn, those with the lowest load first. If all are sick, the pool has one turn
     * at a time, on the worker whose rest ends first.
     *
     * @param anyTurn whether the pool has a turn
     */
    public NavigableSet<PoolWorker> free(boolean anyTurn) {
        if (!totals.areAllSick()) {
            return free;
        }
        return anyTurn || sickWithRoom.isEmpty()
                ? Collections.emptyNavigableSet()
                : sickWithRoom.headSet(sickWithRoom.first(), true);
    }

    /** Returns whether a worker other than this one has announced slots and is not sick. */
    public boolean hasHealthyBesides(@Nullable String id) {
        PoolWorker besides = id == null ? null : byId.get(id);
        return totals.healthy() > (besides != null && besides.isHealthy() ? 1 : 0);
    }

    /** Returns the earliest deadline of a worker. */
    public long deadline() {
        return byDeadline.isEmpty() ? Times.NEVER : byDeadline.first().deadline;
    }

    /** Returns the workers with deadlines up to {@code time}, in the order of their ids. */
    public List<PoolWorker> due(long time) {
        List<PoolWorker> due = new ArrayList<>();
        for (PoolWorker worker : byDeadline) {
            if (worker.deadline > time) {
                break;
            }
            due.add(worker);
        }
        due.sort(BY_ID);
        return due;
    }

    public void write(Tables tables) {
        Table<WorkerRow> table = tables.table(ShardsTables.WORKERS);
        for (PoolWorker worker : changed) {
            worker.changed = false;
            if (!worker.gone) {
                table.put(Key.of(worker.id), worker.row(), worker.stored);
                worker.stored = true;
            } else if (worker.stored) {
                table.drop(Key.of(worker.id));
            }
        }
        changed.clear();
    }

    private void save(PoolWorker worker) {
        if (!worker.changed) {
            worker.changed = true;
            changed.add(worker);
        }
    }

    private void change(PoolWorker worker, Runnable change) {
        if (worker.gone) {
            // a new incarnation of that id may have replaced it
            change.run();
            return;
        }
        unindex(worker);
        change.run();
        index(worker);
    }

    private void index(PoolWorker worker) {
        byDeadline.add(worker);
        totals.add(worker);
        if (worker.isFree()) {
            free.add(worker);
        }
        if (worker.isSick() && worker.hasRoom()) {
            sickWithRoom.add(worker);
        }
        if (worker.isSick() && !worker.rested) {
            resting.add(worker);
        }
    }

    private void unindex(PoolWorker worker) {
        byDeadline.remove(worker);
        totals.remove(worker);
        free.remove(worker);
        sickWithRoom.remove(worker);
        resting.remove(worker);
    }
}
