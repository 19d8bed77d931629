package dev.rota.shards.workers;

import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import dev.rota.shards.WorkerRow;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/** A worker of the pool. {@link PoolWorkers} changes its fields, and maintains the order of free workers. */
public final class PoolWorker {

    public final String id;
    public String incarnation;
    public int slots;

    /** The protocol that it speaks, which its incarnation determines. */
    public int protocol;

    /** When it last sent something. */
    public long heardAt;

    /** The attended time for which it may be silent. */
    public long timeoutMs;

    /** The timeout that was last announced to it. */
    public long toldMs;

    /** When its silence is judged. */
    public long deadline;

    /** The tokens of its turns. */
    public final NavigableSet<Long> turns = new TreeSet<>();

    /**
     * The tokens of turns that were lost because their batch was not reported by its deadline, and that still are not
     * reported.
     */
    public final NavigableSet<Long> stuck = new TreeSet<>();

    /** When its rest ends, or null if it is not sick. */
    @Nullable
    public Long restUntil;

    /** True if its rest is over. */
    boolean rested;

    /** True if it has left the pool; its turns still have to end. */
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
        worker.protocol = row.getProtocol();
        worker.stuck.addAll(row.getStuck());
        worker.stored = true;
        return worker;
    }

    /** Creates a departed worker, for its turns. */
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

    /** Returns the number of occupied slots. */
    public int load() {
        return turns.size() + stuck.size();
    }

    /** Returns the attended time for which it may be silent. */
    public long timeoutMs() {
        return timeoutMs;
    }

    /** Returns whether it takes new turns, which it does if it has announced slots. */
    public boolean isOpen() {
        return slots > 0;
    }

    /** Returns whether it takes new turns and is not sick. */
    boolean isHealthy() {
        return isOpen() && !isSick();
    }

    public boolean isSick() {
        return restUntil != null;
    }

    long restUntil() {
        return restUntil == null ? Times.NEVER : restUntil;
    }

    /** Returns the slots for new turns. A sick worker has none until it has rested, then one. */
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

    /** Returns whether it has a free slot, whether or not it is sick. */
    boolean hasRoom() {
        return load() < slots;
    }

    WorkerRow row() {
        return new WorkerRow(slots, incarnation, heardAt, timeoutMs, toldMs, deadline, List.copyOf(stuck), protocol);
    }
}
