package dev.rota.worker.execute;

import dev.rota.engine.Nullable;
import dev.rota.shards.Batch;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The batches that were assigned to a worker and are not reported. A batch is ready for execution once its shard has
 * reached the batch's parent block. It is given up if the shard is past that block, or if a later turn of the shard is
 * known. Each batch leaves by a report.
 */
final class BatchTasks {

    private static final long STUCK_NS = TimeUnit.MINUTES.toNanos(1);

    /**
     * How long a batch may wait for a thread. After that its turn may have ended, unknown to the worker, and another may
     * have executed what comes after it.
     */
    static final long WAITS_NS_MAX = TimeUnit.SECONDS.toNanos(20);

    /** A shard's turns on this worker. */
    private static final class Lane {
        long token;
        int batch;
        long since;
        boolean begun;

        @Nullable
        BatchTask task;
    }

    private final Standings standings;
    private final int slots;
    private final LongSupplier clock;
    private final Map<String, Lane> lanes = new HashMap<>();

    /**
     * Shards whose lanes contain no batch, those that have been empty longest first. An empty lane is still needed
     * while its turn may continue, since the next batch counts from the turn's beginning. The latest empty lanes, one
     * per slot, include every such lane. Example with two slots: the report of lane A is sent, then that of lane B. The
     * other slot sends a second report only after the scheduler has answered B's. Reports are answered in order, also
     * those of one record, so A's next batch, if there is one, arrived before that answer. So since A became empty, at
     * most lane B has become empty without A's turn having ended.
     */
    private final Set<String> empty = new LinkedHashSet<>();

    private final BlockingQueue<BatchTask> ready = new LinkedBlockingQueue<>();
    private final Deque<BatchTask> givenUp = new ArrayDeque<>();
    private final Set<BatchTask> running = new LinkedHashSet<>();
    private int unreported;
    private int waiting;
    private long turns;

    /**
     * Creates the tasks of a worker that holds up to {@code slots} turns at once.
     *
     * @param clock the monotonic clock by which batches arrive
     */
    BatchTasks(Standings standings, int slots, LongSupplier clock) {
        this.standings = standings;
        this.slots = slots;
        this.clock = clock;
    }

    /** Adds an arrived batch whose number among the pool's outputs is unknown. */
    void take(Batch batch, long now) {
        take(new AssignedBatch(batch, Long.MAX_VALUE), now);
    }

    /** Adds an arrived batch. */
    synchronized void take(AssignedBatch assigned, long now) {
        Batch batch = assigned.batch();
        Lane lane = lanes.computeIfAbsent(batch.getShard(), shard -> new Lane());
        if (batch.getToken() == lane.token && batch.getBatch() <= lane.batch) {
            // a duplicate
            return;
        }
        unreported++;
        if (batch.getToken() < lane.token) {
            BatchTask late = new BatchTask(batch, assigned.seq(), now);
            late.phase = BatchTask.Phase.ENDED;
            givenUp.add(late);
            return;
        }
        if (lane.task != null) {
            lose(lane.task);
        }
        if (batch.getToken() > lane.token) {
            turns++;
            lane.token = batch.getToken();
            lane.since = now;
            lane.begun = false;
        }
        lane.batch = batch.getBatch();
        empty.remove(batch.getShard());
        lane.task = new BatchTask(batch, assigned.seq(), lane.since);
        waiting++;
        judge(lane.task);
    }

    /** Records that a shard's state has advanced to a later block. */
    synchronized void advanced(String shard) {
        Lane lane = lanes.get(shard);
        if (lane != null && lane.task != null) {
            judge(lane.task);
        }
    }

    private void judge(BatchTask task) {
        switch (standings.of(task.batch())) {
            case PASSED -> lose(task);
            case NOW -> {
                if (task.phase == BatchTask.Phase.WAITING) {
                    task.phase = BatchTask.Phase.READY;
                    task.readySince = clock.getAsLong();
                    waiting--;
                    ready.add(task);
                }
            }
            case EARLY -> {
                // advanced() judges it again
            }
        }
    }

    /** Loses all batches that were assigned before an output of the pool, which ended the turns of this worker. */
    synchronized void loseBefore(long seq) {
        for (Lane lane : lanes.values()) {
            if (lane.task != null && lane.task.seq() < seq) {
                lose(lane.task);
            }
        }
    }

    /**
     * Gives up all batches because the worker leaves: their threads no longer report them.
     *
     * @return those that still run and whose turns are not known to be lost
     */
    synchronized List<BatchTask> abandon() {
        ready.forEach(task -> task.phase = BatchTask.Phase.ENDED);
        ready.clear();
        List<BatchTask> current = running.stream().filter(task -> !task.lost).toList();
        for (BatchTask task : running) {
            task.phase = BatchTask.Phase.ENDED;
            task.lost = true;
            task.abandoned = true;
        }
        return current;
    }

    private void lose(BatchTask task) {
        switch (task.phase) {
            case WAITING -> {
                waiting--;
                giveUp(task);
            }
            case READY -> giveUp(task);
            case RUNNING -> {
                task.lost = true;
                if (task.thread != null) {
                    task.thread.interrupt();
                }
            }
            case ENDED -> {
                // its report was sent, and this is its block
            }
        }
    }

    private void giveUp(BatchTask task) {
        task.phase = BatchTask.Phase.ENDED;
        givenUp.add(task);
    }

    /** Waits for the next batch, and takes it for execution on the calling thread. */
    BatchTask next() throws InterruptedException {
        while (true) {
            BatchTask task = ready.take();
            synchronized (this) {
                long now = clock.getAsLong();
                if (task.phase == BatchTask.Phase.READY && now - task.readySince >= WAITS_NS_MAX) {
                    giveUp(task);
                } else if (task.phase == BatchTask.Phase.READY) {
                    begin(task, now - task.readySince);
                    task.phase = BatchTask.Phase.RUNNING;
                    task.thread = Thread.currentThread();
                    task.runningSince = now;
                    running.add(task);
                    return task;
                }
            }
        }
    }

    /** Leaves the wait of a turn's first batch for a thread out of the turn. */
    private void begin(BatchTask task, long waitedNs) {
        Lane lane = lanes.get(task.batch().getShard());
        if (lane != null && task.equals(lane.task) && !lane.begun) {
            lane.begun = true;
            lane.since += waitedNs;
            task.turnSince(lane.since);
        }
    }

    /** Returns for how long the threads have been busy with their present batches, or 0 if one is idle. */
    synchronized long busyNs(int threads) {
        long now = clock.getAsLong();
        return running.size() < threads
                ? 0
                : running.stream()
                        .mapToLong(task -> now - task.runningSince)
                        .min()
                        .orElse(0);
    }

    /**
     * Ends the execution on the calling thread, which is not interrupted for this batch any more.
     *
     * @return whether its turn is not known to be lost
     */
    synchronized boolean executed(BatchTask task) {
        task.phase = BatchTask.Phase.ENDED;
        task.thread = null;
        running.remove(task);
        return !task.lost;
    }

    /** Returns a batch that was given up and must be reported, or null if there is none. */
    synchronized @Nullable BatchTask givenUp() {
        return givenUp.poll();
    }

    /** Records that the report of a batch was sent. */
    synchronized void reported(BatchTask task) {
        unreported--;
        Lane lane = lanes.get(task.batch().getShard());
        if (lane != null && task.equals(lane.task)) {
            lane.task = null;
            empty.add(task.batch().getShard());
            if (empty.size() > slots) {
                String over = empty.iterator().next();
                empty.remove(over);
                lanes.remove(over);
            }
        }
    }

    /** Returns the number of shards of which a turn is known. */
    synchronized int lanes() {
        return lanes.size();
    }

    synchronized boolean isEmpty() {
        return unreported == 0;
    }

    synchronized WorkerFigures figures(int slots, long batches, long transactions, long failed, long superseded) {
        long now = clock.getAsLong();
        int stuck = 0;
        long longest = 0;
        for (BatchTask task : running) {
            long took = now - task.runningSince;
            longest = Math.max(longest, took);
            stuck += task.lost || took >= STUCK_NS ? 1 : 0;
        }
        return new WorkerFigures(
                turns,
                batches,
                transactions,
                failed,
                superseded,
                slots,
                unreported,
                running.size(),
                waiting,
                stuck,
                TimeUnit.NANOSECONDS.toMillis(longest));
    }
}
