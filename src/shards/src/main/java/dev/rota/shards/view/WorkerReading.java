package dev.rota.shards.view;

import dev.rota.engine.Ids;
import dev.rota.engine.Times;
import dev.rota.shards.pool.Pool;
import dev.rota.shards.view.PoolState.TurnLine;
import dev.rota.shards.view.PoolState.WorkerLine;
import dev.rota.shards.workers.PoolWorker;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Collects the first of a pool's workers, and the first of those in trouble. */
final class WorkerReading {

    /** The maximum number of listed workers. */
    static final int LISTED_MAX = 500;

    static final int TROUBLED_MAX = 100;

    /** The maximum number of listed turns of all workers; each worker's total is always shown. */
    static final int TURNS_MAX = 1_000;

    /** The maximum number of listed turns of one worker. */
    static final int TURNS_OF_WORKER_MAX = 16;

    private static final Comparator<PoolWorker> BY_ID = Comparator.comparing(worker -> worker.id, Ids.BY_BYTES);

    private final Pool pool;
    private final long now;
    private final NavigableSet<PoolWorker> first = new TreeSet<>(BY_ID);
    private final NavigableSet<PoolWorker> troubledFirst = new TreeSet<>(BY_ID);
    private int troubled;
    private int turns;

    private WorkerReading(Pool pool, long now) {
        this.pool = pool;
        this.now = now;
    }

    static WorkerReading of(Pool pool, long now) {
        WorkerReading reading = new WorkerReading(pool, now);
        pool.workers().each(reading::add);
        return reading;
    }

    private void add(PoolWorker worker) {
        keep(worker, first, LISTED_MAX);
        if (worker.isSick() || worker.slots == 0 || !worker.stuck.isEmpty() || isSilent(worker)) {
            troubled++;
            keep(worker, troubledFirst, TROUBLED_MAX);
        }
    }

    /** Returns whether it has been silent for longer than its timeout. */
    private boolean isSilent(PoolWorker worker) {
        return Times.after(worker.heardAt, worker.timeoutMs()) <= now;
    }

    private static void keep(PoolWorker worker, NavigableSet<PoolWorker> kept, int most) {
        if (kept.size() < most || BY_ID.compare(worker, kept.last()) < 0) {
            kept.add(worker);
            if (kept.size() > most) {
                kept.pollLast();
            }
        }
    }

    List<WorkerLine> all() {
        return first.stream().map(this::line).toList();
    }

    List<WorkerLine> troubled() {
        return troubledFirst.stream().map(this::line).toList();
    }

    int troubledCount() {
        return troubled;
    }

    private WorkerLine line(PoolWorker worker) {
        List<TurnLine> lines = worker.turns.stream()
                .limit(Math.min(TURNS_OF_WORKER_MAX, Math.max(0, TURNS_MAX - turns)))
                .map(token -> PoolState.turn(pool, pool.turns().expect(token)))
                .toList();
        turns += lines.size();
        return PoolState.worker(pool, worker, isSilent(worker), lines);
    }
}
