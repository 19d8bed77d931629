package dev.rota.worker.execute;

import dev.rota.engine.Nullable;
import dev.rota.serde.RegistryRefused;
import dev.rota.serde.Unreadable;
import dev.rota.serde.Wire;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.shards.Batch;
import dev.rota.shards.ShardsDomain;
import dev.rota.worker.Ends;
import dev.rota.worker.TransactionExecutor;
import dev.rota.worker.WorkerClients;
import dev.rota.worker.state.ShardFollower;
import dev.rota.worker.state.ShardWatcher;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.KafkaException;

/**
 * A worker in this process, from its start until it is closed or fails: one thread hears of batches and sends
 * heartbeats, and as many as it has slots execute.
 */
public final class ShardWorker implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);

    /** Beyond the time for batches in hand: the last words, and the ends of threads. */
    private static final long ENDS_MS_MAX = 5_000;

    private final WorkerTerms terms;
    private final ShardFollower follower;
    private final WorkerVoice voice;
    private final BatchReader batches;
    private final Hand hand;
    private final WorkerThreads threads;
    private final Thread listener;
    private final Watching watching = new Watching();
    private final AtomicReference<String> failure = new AtomicReference<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean leaving;
    private long nextHeartbeat = System.nanoTime();

    private ShardWorker(
            WorkerTerms terms, Settings settings, Wire wire, ShardFollower follower, TransactionExecutor executor) {
        Names names = Names.of(new ShardsDomain(), settings);
        this.terms = terms;
        this.follower = follower;
        this.batches = new BatchReader(
                terms, names.topic(ShardsDomain.ASSIGNMENTS.topic()), wire, WorkerClients.consumer(settings));
        this.voice = new WorkerVoice(
                terms, names.topic(ShardsDomain.WORKERS), wire, WorkerClients.producer(settings), this::fail);
        this.hand = new Hand(follower.states());
        this.threads = new WorkerThreads(terms, hand, follower.states(), executor, voice, this::fail);
        this.listener = new Thread(this::run, "rota-worker-" + terms.worker() + "-batches");
    }

    /**
     * Starts a worker. It waits until the follower has caught up, and hears batches before it announces itself.
     *
     * @param follower of the worker's pool; it may be shared, and the caller closes it after its workers
     */
    public static ShardWorker start(
            WorkerTerms terms, Settings settings, Wire wire, ShardFollower follower, TransactionExecutor executor)
            throws InterruptedException {
        if (!follower.states().pool().equals(terms.pool())) {
            throw new IllegalArgumentException("expected a follower of pool " + terms.pool() + ", but it is of "
                    + follower.states().pool());
        }
        follower.awaitCaughtUp();
        ShardWorker worker = new ShardWorker(terms, settings, wire, follower, executor);
        follower.watch(worker.watching);
        worker.threads.start();
        worker.listener.start();
        return worker;
    }

    public WorkerFigures figures() {
        return threads.figures();
    }

    /** Waits until it has ended, or for so long; whether it has. */
    public boolean await(Duration patience) throws InterruptedException {
        return ended.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Why it ended by itself, in one line; null: it did not. */
    public @Nullable String failure() {
        return failure.get();
    }

    private void run() {
        // Closed in the opposite order: the threads end while they can still speak.
        try (voice;
                batches;
                threads) {
            listen();
        } catch (RuntimeException e) {
            fail("the worker did not end well: " + e);
        } finally {
            follower.unwatch(watching);
            ended.countDown();
        }
    }

    private void listen() {
        try {
            while (!leaving && failure.get() == null) {
                turn(terms.threads());
            }
            leave();
        } catch (Unreadable e) {
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

    /** Says that it is there when that is due, hears, and reports what it has given up. */
    private void turn(int slots) throws Unreadable, InterruptedException {
        if (System.nanoTime() - nextHeartbeat >= 0 && voice.isHeard()) {
            voice.ready(slots);
            nextHeartbeat = System.nanoTime() + terms.heartbeat().toNanos();
        }
        long now = System.nanoTime();
        for (Batch batch : batches.poll(POLL)) {
            hand.take(batch, now);
        }
        threads.reportGivenUp();
    }

    /**
     * Takes no new turns, and finishes what is in hand. What is not finished in time is not reported as failed, which
     * it is not: with the worker's leave the scheduler gives it to another.
     */
    private void leave() throws Unreadable, InterruptedException {
        long end = System.nanoTime() + terms.leave().toNanos();
        if (failure.get() == null) {
            voice.ready(0);
        }
        while (failure.get() == null && !hand.isEmpty() && System.nanoTime() - end < 0) {
            turn(0);
        }
        voice.left();
    }

    private void fail(String why) {
        failure.compareAndSet(null, why);
        batches.wakeup();
    }

    /** Leaves: finishes the batches in hand, reports them, says that it has left, and ends its threads. */
    @Override
    public void close() {
        leaving = true;
        batches.wakeup();
        Ends.join(List.of(listener), terms.leave().toMillis() + 3 * ENDS_MS_MAX);
    }

    /** Hears of blocks. */
    private final class Watching implements ShardWatcher {
        @Override
        public void advanced(String shard) {
            hand.advanced(shard);
        }

        @Override
        public void stopped(String why) {
            fail(why);
        }
    }
}
