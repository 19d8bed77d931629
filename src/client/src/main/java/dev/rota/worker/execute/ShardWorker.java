package dev.rota.worker.execute;

import dev.rota.engine.Nullable;
import dev.rota.kafka.ReliableClients;
import dev.rota.serde.RegistryRefused;
import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import dev.rota.settings.Settings;
import dev.rota.shards.ShardsTopics;
import dev.rota.worker.HandlingMeter;
import dev.rota.worker.ThreadJoin;
import dev.rota.worker.TransactionExecutor;
import dev.rota.worker.TransactionHandler;
import dev.rota.worker.WorkerRefused;
import dev.rota.worker.execute.Standings.Standing;
import dev.rota.worker.holders.HolderWatch;
import dev.rota.worker.holders.SilentHolder;
import dev.rota.worker.state.ShardFollower;
import dev.rota.worker.state.ShardWatcher;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.KafkaException;

/**
 * A worker in this process, from its start until it is closed or fails. One thread reads batches and sends
 * heartbeats; one thread per slot executes.
 */
public final class ShardWorker implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);

    /** The time, after the last batches, for the final messages and for joining the threads. */
    private static final long ENDS_MS_MAX = 5_000;

    /** The number of turns in a second with which a worker that has a free thread is busy. */
    private static final int TURNS_IDLE = 10;

    private final WorkerTerms terms;
    private final @Nullable ShardFollower follower;
    private final HolderWatch holders;
    private final WorkerEventSender sender;
    private final WorkerName name;
    private final BatchReader batches;
    private final BatchTasks tasks;
    private final WorkerThreads threads;
    private final Thread listener;
    private final Watching watching = new Watching();
    private final AtomicReference<String> failure = new AtomicReference<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean leaving;
    /** True if it ends without announcing that, because it was replaced or is to count as lost. */
    private volatile boolean silent;

    /** The turns at the last question for silent holders. */
    private long turnsBefore;

    /** The slots that it announced last. */
    private volatile int slots;

    private long nextLook = System.nanoTime();

    private long nextHeartbeat = System.nanoTime();

    private ShardWorker(
            WorkerTerms terms,
            Settings settings,
            Wire wire,
            WorkerName name,
            @Nullable ShardFollower follower,
            BiFunction<TaskReports, BooleanSupplier, TaskRun> runs) {
        this.terms = terms;
        this.follower = follower;
        this.name = name;
        this.holders = new HolderWatch(settings, wire, terms.pool(), terms.worker());
        this.batches = new BatchReader(
                terms, settings.topic(ShardsTopics.ASSIGNMENTS.topic()), wire, ReliableClients.consumer(settings));
        this.sender = new WorkerEventSender(
                terms, settings.topic(ShardsTopics.WORKERS), wire, ReliableClients.producer(settings), this::fail);
        this.tasks = new BatchTasks(
                follower == null ? batch -> Standing.NOW : new ParentBlocks(follower.states()),
                terms.threads() + (follower == null ? TurnsAhead.MAX : 0),
                System::nanoTime);
        TaskReports reports = new TaskReports(sender);
        this.threads = new WorkerThreads(
                terms, tasks, reports, runs.apply(reports, () -> leaving), sender, this::crash, this::fail);
        this.listener = new Thread(this::run, "rota-worker-" + terms.worker() + "-batches");
    }

    /**
     * Starts a worker. It waits until the follower has caught up and no other process has the worker's name, and reads
     * batches before it registers.
     *
     * @param follower the follower of the worker's pool, which may be shared; the caller closes it after its
     *     workers
     */
    public static ShardWorker start(
            WorkerTerms terms, Settings settings, Wire wire, ShardFollower follower, TransactionExecutor executor)
            throws InterruptedException {
        if (!follower.states().pool().equals(terms.pool())) {
            throw new IllegalArgumentException("expected a follower of pool " + terms.pool() + ", but it is of "
                    + follower.states().pool());
        }
        follower.awaitCaughtUp();
        return started(
                terms,
                settings,
                wire,
                follower,
                (reports, leaving) -> new BatchRun(executor, follower.states(), reports));
    }

    /**
     * Starts a worker of a stateless pool, which reads no blocks. It waits until no other process has the worker's name,
     * and reads batches before it registers. When it is closed, it starts no more transactions.
     */
    public static ShardWorker start(
            WorkerTerms terms, Settings settings, Wire wire, TransactionHandler handler, HandlingMeter meter)
            throws InterruptedException {
        return started(
                terms,
                settings,
                wire,
                null,
                (reports, leaving) -> new TransactionRun(handler, reports, leaving, meter));
    }

    private static ShardWorker started(
            WorkerTerms terms,
            Settings settings,
            Wire wire,
            @Nullable ShardFollower follower,
            BiFunction<TaskReports, BooleanSupplier, TaskRun> runs)
            throws InterruptedException {
        WorkerName name = name(terms, settings, wire, follower == null ? null : follower.folder());
        ShardWorker worker;
        try {
            worker = new ShardWorker(terms, settings, wire, name, follower, runs);
        } catch (RuntimeException e) {
            name.close();
            throw e;
        }
        if (follower != null) {
            follower.watch(worker.watching);
        }
        name.registers(worker.sender.incarnation());
        worker.threads.start();
        worker.listener.start();
        return worker;
    }

    /** Returns the name of the worker, once this process may have it. */
    private static WorkerName name(WorkerTerms terms, Settings settings, Wire wire, @Nullable Path folder)
            throws InterruptedException {
        String topic = settings.topic(ShardsTopics.WORKER_EVENTS.topic());
        WorkerName name = new WorkerName(
                terms, new FormerIncarnations(folder, terms.worker()), topic, wire, ReliableClients.consumer(settings));
        try {
            name.awaitFree();
            return name;
        } catch (UnreadableValue e) {
            name.close();
            throw new WorkerRefused("expected changes of workers that can be read, but " + e.sentence());
        } catch (InterruptedException | RuntimeException e) {
            name.close();
            throw e;
        }
    }

    public WorkerFigures figures() {
        return threads.figures(slots);
    }

    /**
     * Returns the silent workers whose shards this one may get when they are lost, while it has little to do; empty if
     * they are not known. Called every second by one thread.
     */
    public List<SilentHolder> silentHolders() {
        WorkerFigures now = figures();
        boolean isIdle = now.running() < terms.threads() && now.turns() - turnsBefore < TURNS_IDLE;
        turnsBefore = now.turns();
        return isIdle && !leaving ? holders.silent() : List.of();
    }

    /** Waits until it has ended, up to a timeout; returns whether it has. */
    public boolean await(Duration patience) throws InterruptedException {
        return ended.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Returns in one line why it ended by itself, or null if it did not. */
    public @Nullable String failure() {
        return failure.get();
    }

    private void run() {
        // closed in the opposite order, so that the threads can still send when they end
        try (sender;
                name;
                batches;
                threads;
                holders) {
            listen();
        } catch (RuntimeException e) {
            fail("the worker did not end well: " + e);
        } finally {
            if (follower != null) {
                follower.unwatch(watching);
            }
            ended.countDown();
        }
    }

    private void listen() {
        try {
            while (!leaving && failure.get() == null) {
                turn(true);
            }
            leave();
        } catch (UnreadableValue e) {
            fail("expected batches that can be read, but " + e.sentence());
        } catch (RegistryRefused e) {
            fail(String.valueOf(e.getMessage()));
        } catch (KafkaException e) {
            fail("expected to hear of batches, but " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            fail("hearing of batches failed: " + e);
        }
    }

    /** Learns of its standing, sends a heartbeat if one is due, reads batches, and reports given-up ones. */
    private void turn(boolean takesMore) throws UnreadableValue, InterruptedException {
        if (System.nanoTime() - nextLook >= 0) {
            look();
            nextLook = System.nanoTime() + POLL.toNanos();
        }
        if (failure.get() != null) {
            return;
        }
        if (System.nanoTime() - nextHeartbeat >= 0 && sender.isHeard()) {
            announce(takesMore ? slots() : 0);
            nextHeartbeat = System.nanoTime() + terms.heartbeat().toNanos();
        }
        long now = System.nanoTime();
        for (AssignedBatch batch : batches.poll(POLL)) {
            tasks.take(batch, now);
        }
        threads.reportGivenUp();
    }

    private void announce(int count) throws InterruptedException {
        slots = count;
        sender.ready(count);
    }

    /** Returns the number of turns to hold at once. Turns ahead are for stateless pools only. */
    private int slots() {
        return terms.threads() + (follower == null ? threads.ahead() : 0);
    }

    private void look() throws UnreadableValue, InterruptedException {
        WorkerName.Standing standing = name.standing(sender.incarnation());
        if (standing.superseded()) {
            silent = true;
            fail("expected no other process to be worker " + terms.worker() + " of pool " + terms.pool()
                    + ", but another has taken its place");
        }
        sender.speak(standing.protocol());
        tasks.loseBefore(standing.lostBefore());
    }

    /**
     * Takes no new turns and finishes the current batches. What is not finished in time is not reported as failed: when
     * the worker leaves, the scheduler assigns it to another.
     */
    private void leave() throws UnreadableValue, InterruptedException {
        long end = System.nanoTime() + terms.leave().toNanos();
        if (failure.get() == null) {
            announce(0);
        }
        while (failure.get() == null && !tasks.isEmpty() && System.nanoTime() - end < 0) {
            turn(false);
        }
        if (!silent) {
            threads.abandon();
            sender.left();
        }
    }

    /** Ends the worker after an {@link Error} of an executor: its turns are lost, as if the process had crashed. */
    private void crash(Error error) {
        silent = true;
        fail("the executor broke the process, which ends: " + error);
    }

    private void fail(String why) {
        failure.compareAndSet(null, why);
        batches.wakeup();
    }

    /** Leaves the pool: finishes and reports the current batches, announces that it has left, and ends its threads. */
    @Override
    public void close() {
        leaving = true;
        batches.wakeup();
        ThreadJoin.join(List.of(listener), terms.leave().toMillis() + 3 * ENDS_MS_MAX);
    }

    /** Passes the follower's notifications on. */
    private final class Watching implements ShardWatcher {
        @Override
        public void advanced(String shard) {
            tasks.advanced(shard);
        }

        @Override
        public void stopped(String why) {
            fail(why);
        }
    }
}
