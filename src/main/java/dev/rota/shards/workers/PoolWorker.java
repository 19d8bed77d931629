package dev.rota.shards.workers;

import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import dev.rota.shards.WorkerRow;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/** A worker of the pool. Its fields are changed through {@link PoolWorkers}, which maintains the order of free workers. */
public final class PoolWorker {

    public final String id;
    public String incarnation;
    public int slots;

    /** When it last sent something. */
    public long heardAt;

    /** How much attended time it may be silent. */
    public long timeoutMs;

    /** The timeout that it was told; it counts on that. */
    public long toldMs;

    /** When its silence is judged. */
    public long deadline;

    /** The tokens of its turns. */
    public final NavigableSet<Long> turns = new TreeSet<>();

    /** The tokens of turns that were lost by their batch's deadline and not reported yet. */
    public final NavigableSet<Long> stuck = new TreeSet<>();

    /** When its rest ends; null: it is not sick. */
    @Nullable
    public Long restUntil;

    /** Whether its rest is over. */
    boolean rested;

    /** Whether it has left the pool; only its turns are still to be ended. */
    boolean gone;

    boolean stored;
    boolean changed;

    public PoolWorker(String id, String incarnation, int slots, long heardAt, long timeoutMs) {
        this.id = id;
        this.incarnation = incarnation;
        this.slots = slots;
        heard(heardAt, timeoutMs);
    }

    /** Restores a worker from its row; its turns are in the turn pages. */
    public static PoolWorker of(String id, WorkerRow row) {
        PoolWorker worker =
                new PoolWorker(id, row.getIncarnation(), row.getSlots(), row.getHeardAt(), row.getTimeoutMs());
        worker.toldMs = row.getToldMs();
        worker.deadline = row.getDeadline();
        worker.stuck.addAll(row.getStuck());
        worker.stored = true;
        return worker;
    }

    /** A departed worker, of which only the turns matter. */
    public static PoolWorker gone(String id) {
        PoolWorker worker = new PoolWorker(id, "", 0, 0, Times.NEVER);
        worker.gone = true;
        return worker;
    }

    final void heard(long at, long silentMs) {
        heardAt = at;
        timeoutMs = silentMs;
        deadline = Times.after(at, silentMs);
    }

    /** The number of occupied slots. */
    public int load() {
        return turns.size() + stuck.size();
    }

    /** How much attended time it may be silent. */
    public long timeoutMs() {
        return timeoutMs;
    }

    /** Whether it takes new turns: it has announced slots. */
    public boolean isOpen() {
        return slots > 0;
    }

    public boolean isSick() {
        return restUntil != null;
    }

    long restUntil() {
        return restUntil == null ? Times.NEVER : restUntil;
    }

    /** Slots for new turns; a sick worker has one, once it has rested. */
    int freeSlots() {
        int free = Math.max(0, slots - load());
        if (!isSick()) {
            return free;
        }
        return rested && load() == 0 ? Math.min(1, free) : 0;
    }

    public boolean isFree() {
        return freeSlots() > 0;
    }

    /** Whether it has a slot, sick or not. */
    boolean hasRoom() {
        return load() < slots;
    }

    WorkerRow row() {
        return new WorkerRow(slots, incarnation, heardAt, timeoutMs, toldMs, deadline, List.copyOf(stuck));
    }
}
