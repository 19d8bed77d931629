package dev.rota.shards;

import dev.rota.engine.Times;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/** A worker of the pool. Its fields are changed through {@link PoolWorkers}, which maintains the order of free workers. */
final class PoolWorker {

    public final String id;
    String incarnation;
    int slots;
    long deadline;

    /** The tokens of its turns. */
    final NavigableSet<Long> turns = new TreeSet<>();

    /** The tokens of turns that were lost by their batch's deadline and not reported yet. */
    final NavigableSet<Long> stuck = new TreeSet<>();

    /** Whether it has left the pool; only its turns are still to be ended. */
    boolean gone;

    boolean stored;
    boolean changed;

    PoolWorker(String id, String incarnation, int slots, long deadline) {
        this.id = id;
        this.incarnation = incarnation;
        this.slots = slots;
        this.deadline = deadline;
    }

    /** Restores a worker from its row; its turns are in the turn pages. */
    static PoolWorker of(String id, WorkerRow row) {
        PoolWorker worker = new PoolWorker(id, row.getIncarnation(), row.getSlots(), row.getDeadline());
        worker.stuck.addAll(row.getStuck());
        worker.stored = true;
        return worker;
    }

    /** A departed worker, of which only the turns matter. */
    static PoolWorker gone(String id) {
        PoolWorker worker = new PoolWorker(id, "", 0, Times.NEVER);
        worker.gone = true;
        return worker;
    }

    /** The number of occupied slots. */
    int load() {
        return turns.size() + stuck.size();
    }

    boolean isFree() {
        return load() < slots;
    }

    WorkerRow row() {
        return new WorkerRow(slots, incarnation, deadline, List.copyOf(stuck));
    }
}
