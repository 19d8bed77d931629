package dev.rota.worker.execute;

import dev.rota.engine.Nullable;
import dev.rota.shards.Batch;
import dev.rota.worker.state.Head;
import dev.rota.worker.state.ShardStates;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The batches that a worker was given and has not reported. A batch is ready for execution once its shard has reached
 * the batch's parent block; it is given up if the shard is past it, or if a later turn of the shard is known. Every
 * batch leaves it by a report.
 */
final class BatchTasks {

    private static final long STUCK_NS = TimeUnit.MINUTES.toNanos(1);

    /** A shard's turns on this worker. */
    private static final class Lane {
        long token;
        int batch;
        long since;

        @Nullable
        BatchTask task;
    }

    private final ShardStates states;
    private final int slots;
    private final Map<String, Lane> lanes = new HashMap<>();

    /**
     * Shards whose lanes hold no batch, longest empty first. A lane without a batch is still needed while its turn may
     * go on: the next batch counts from the turn's beginning. The latest ones, as many as there are slots, include
     * every such lane. Example with two slots: the report of lane A is sent, then that of B. A second report of the
     * other slot follows only after the scheduler has answered B's, and reports are answered in order, so A's next
     * batch, if there is one, was there before. So at most one lane, B's, has become empty since A's without A's turn
     * being over.
     */
    private final Set<String> empty = new LinkedHashSet<>();

    private final BlockingQueue<BatchTask> ready = new LinkedBlockingQueue<>();
    private final Deque<BatchTask> givenUp = new ArrayDeque<>();
    private final Set<BatchTask> running = new LinkedHashSet<>();
    private int unreported;
    private int waiting;
    private long turns;

    /** Batches of a worker that holds at most so many turns at once. */
    BatchTasks(ShardStates states, int slots) {
        this.states = states;
        this.slots = slots;
    }

    /** Adds an arrived batch. */
    synchronized void take(Batch batch, long now) {
        Lane lane = lanes.computeIfAbsent(batch.getShard(), shard -> new Lane());
        if (batch.getToken() == lane.token && batch.getBatch() <= lane.batch) {
            // It is a duplicate.
            return;
        }
        unreported++;
        if (batch.getToken() < lane.token) {
            BatchTask late = new BatchTask(batch, now);
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
        }
        lane.batch = batch.getBatch();
        empty.remove(batch.getShard());
        lane.task = new BatchTask(batch, lane.since);
        waiting++;
        judge(lane.task);
    }

    /** A shard's state has advanced to a later block. */
    synchronized void advanced(String shard) {
        Lane lane = lanes.get(shard);
        if (lane != null && lane.task != null) {
            judge(lane.task);
        }
    }

    private void judge(BatchTask task) {
        Head head = states.head(task.batch().getShard());
        long parent = task.batch().getParentHeight();
        if (parent < head.height() || task.batch().getToken() < head.token()) {
            lose(task);
        } else if (task.phase == BatchTask.Phase.WAITING && parent == head.height()) {
            task.phase = BatchTask.Phase.READY;
            waiting--;
            ready.add(task);
        }
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
                // Its report was sent, and this is its block.
            }
        }
    }

    private void giveUp(BatchTask task) {
        task.phase = BatchTask.Phase.ENDED;
        givenUp.add(task);
    }

    /** Takes the next batch to execute on the calling thread; waits until there is one. */
    BatchTask next() throws InterruptedException {
        while (true) {
            BatchTask task = ready.take();
            synchronized (this) {
                if (task.phase == BatchTask.Phase.READY) {
                    task.phase = BatchTask.Phase.RUNNING;
                    task.thread = Thread.currentThread();
                    task.runningSince = System.nanoTime();
                    running.add(task);
                    return task;
                }
            }
        }
    }

    /**
     * Ends the execution on the calling thread, which will not be interrupted for this batch any more.
     *
     * @return whether its turn is not known to be lost
     */
    synchronized boolean executed(BatchTask task) {
        task.phase = BatchTask.Phase.ENDED;
        task.thread = null;
        running.remove(task);
        return !task.lost;
    }

    /** A batch that was given up and must be reported; null if there is none. */
    synchronized @Nullable BatchTask givenUp() {
        return givenUp.poll();
    }

    /** A batch's report was sent. */
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

    /** The number of shards that it knows a turn of. */
    synchronized int lanes() {
        return lanes.size();
    }

    synchronized boolean isEmpty() {
        return unreported == 0;
    }

    synchronized WorkerFigures figures(long batches, long transactions, long failed, long superseded) {
        long now = System.nanoTime();
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
                running.size(),
                waiting,
                stuck,
                TimeUnit.NANOSECONDS.toMillis(longest));
    }
}
