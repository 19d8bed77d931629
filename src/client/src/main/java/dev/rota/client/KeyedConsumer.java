package dev.rota.client;

import dev.rota.engine.Ids;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.serde.Wire;
import dev.rota.settings.Settings;
import dev.rota.worker.HandlingMeter;
import dev.rota.worker.WorkerRefused;
import dev.rota.worker.execute.ShardWorker;
import dev.rota.worker.execute.WorkerFigures;
import dev.rota.worker.execute.WorkerTerms;
import dev.rota.worker.holders.HolderLines;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker of a stateless pool in this process: a handler gets the records of each shard in order, and those of different
 * shards concurrently.
 *
 * <pre>{@code
 * try (KeyedConsumer consumer = KeyedConsumer.open(settings, "orders", 64)) {
 *     consumer.run(record -> orders.apply(record.id(), record.token(), record.payload()));
 * }
 * }</pre>
 *
 * {@link ConsumerMeters} counts its records in a registry of Micrometer.
 */
public final class KeyedConsumer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(KeyedConsumer.class);

    private static final Duration LOOK = Duration.ofSeconds(1);

    private final WorkerTerms terms;
    private final Settings settings;
    private final Wire wire;

    private HandlingMeter meter = HandlingMeter.NONE;
    private Runnable closing = () -> {};
    private @Nullable Thread runner;
    private @Nullable ShardWorker worker;
    private boolean closed;

    private KeyedConsumer(WorkerTerms terms, Settings settings, Wire wire) {
        this.terms = terms;
        this.settings = settings;
        this.wire = wire;
    }

    /**
     * Creates a consumer with a worker's name of its own.
     *
     * @param settings the cluster: {@code kafka.bootstrap.servers}, {@code schema.registry.url} and so on
     * @param concurrency the number of records that are handled at once
     */
    public static KeyedConsumer open(Settings settings, String pool, int concurrency) {
        return open(settings, pool, HostName.unique("consumer"), concurrency);
    }

    /** Creates a consumer that waits until no other process is a worker with its name. */
    public static KeyedConsumer open(Settings settings, String pool, String worker, int concurrency) {
        if (concurrency < 1 || concurrency > WorkerTerms.THREADS_MAX) {
            throw new IllegalArgumentException(
                    "expected a concurrency from 1 to " + WorkerTerms.THREADS_MAX + ", but it is " + concurrency);
        }
        try {
            WorkerTerms terms = WorkerTerms.of(Ids.unit("pool", pool), Ids.id("worker", worker), concurrency, false);
            return new KeyedConsumer(terms, settings, Wire.of(settings));
        } catch (RefusedException e) {
            throw new IllegalArgumentException(e.sentence(), e);
        }
    }

    /**
     * Passes records to a handler until the consumer is closed. It may be called once.
     *
     * @throws WorkerRefused if the consumer cannot start or continue. After an {@link Error} of the handler its turns are
     *     lost, as if the process had crashed
     */
    public void run(RecordHandler handler) throws InterruptedException {
        ShardWorker running = started(handler);
        if (running == null) {
            return;
        }
        HolderLines lines = new HolderLines();
        try (running) {
            while (!running.await(LOOK)) {
                String line = lines.next(running.silentHolders(), System.nanoTime());
                if (line != null) {
                    LOG.info(line);
                }
            }
        }
        String failure = running.failure();
        if (failure != null) {
            throw new WorkerRefused(failure);
        }
    }

    /** Starts the worker; returns null if the consumer is closed. */
    private @Nullable ShardWorker started(RecordHandler handler) throws InterruptedException {
        synchronized (this) {
            if (runner != null) {
                throw new IllegalStateException("expected one call of run, but it was called before");
            }
            runner = Thread.currentThread();
            if (closed) {
                return null;
            }
        }
        ShardWorker starting;
        try {
            starting = ShardWorker.start(terms, settings, wire, new RecordReceipts(handler), meter);
        } catch (InterruptedException e) {
            if (isClosed()) {
                // close() has interrupted it
                return null;
            }
            throw e;
        }
        synchronized (this) {
            worker = starting;
            if (!closed) {
                return starting;
            }
        }
        // close() may have interrupted this thread after its last wait
        Thread.interrupted();
        starting.close();
        return null;
    }

    String pool() {
        return terms.pool();
    }

    String worker() {
        return terms.worker();
    }

    /** Sets what counts the records that are handled, and what happens when the consumer is closed. */
    synchronized void meter(HandlingMeter counting, Runnable whenClosed) {
        if (runner != null) {
            throw new IllegalStateException("expected a consumer that does not run yet");
        }
        meter = counting;
        closing = whenClosed;
    }

    /** Returns the worker's counters, or null before it has started. */
    synchronized @Nullable WorkerFigures figures() {
        return worker == null ? null : worker.figures();
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /**
     * Starts no more records, waits up to 20 s for those that are being handled, reports them and leaves the pool. What has
     * not finished by then is interrupted and not reported: other workers get it. Must not be called by a handler.
     */
    @Override
    public void close() {
        ShardWorker running;
        synchronized (this) {
            closed = true;
            running = worker;
            if (running == null && runner != null && !runner.equals(Thread.currentThread())) {
                runner.interrupt();
            }
        }
        if (running != null) {
            running.close();
        }
        closing.run();
        wire.close();
    }
}
