package dev.rota.worker.holders;

import dev.rota.engine.Nullable;
import dev.rota.serde.Wire;
import dev.rota.settings.Settings;
import dev.rota.worker.ThreadJoin;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers which silent workers hold shards of a pool. It reads only while it is asked, on a thread of its own, since
 * brokers and registry may not respond. A worker works without it: if a topic may not be read, it answers nothing.
 */
public final class HolderWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HolderWatch.class);

    /** The age at which an answer is not given any more. */
    private static final long FRESH_NS = TimeUnit.SECONDS.toNanos(4);

    /** The time without a question after which the connections are closed. */
    private static final long UNASKED_MS = TimeUnit.MINUTES.toMillis(1);

    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(10);

    /** The time for the end of a look, after which the thread is interrupted. */
    private static final long ENDS_MS_MAX = 2_000;

    private record Answer(List<SilentHolder> holders, long at) {}

    private final Settings settings;
    private final Wire wire;
    private final String pool;
    private final String worker;
    private final Thread thread;
    private volatile boolean open = true;
    private volatile Answer answer = new Answer(List.of(), System.nanoTime());
    /** Has an element while there is a question. */
    private final BlockingQueue<Boolean> questions = new ArrayBlockingQueue<>(1);

    /** @param worker the worker that asks */
    public HolderWatch(Settings settings, Wire wire, String pool, String worker) {
        this.settings = settings;
        this.wire = wire;
        this.pool = pool;
        this.worker = worker;
        this.thread = new Thread(this::run, "rota-worker-" + worker + "-holders");
        thread.setDaemon(true);
    }

    /** Returns the silent workers that hold shards, as far as they are known; does not wait. Called every second. */
    public synchronized List<SilentHolder> silent() {
        if (open && thread.getState() == Thread.State.NEW) {
            thread.start();
        }
        questions.offer(true);
        Answer last = answer;
        return System.nanoTime() - last.at() < FRESH_NS ? last.holders() : List.of();
    }

    private void run() {
        HolderReader reader = null;
        long notBefore = System.nanoTime();
        try {
            while (open) {
                if (questions.poll(UNASKED_MS, TimeUnit.MILLISECONDS) == null) {
                    reader = closed(reader);
                } else if (open && System.nanoTime() - notBefore >= 0) {
                    try {
                        reader = reader == null ? HolderReader.open(settings, wire, pool, worker) : reader;
                        if (!look(reader)) {
                            notBefore = System.nanoTime() + RETRY_NS;
                            reader = closed(reader);
                        }
                    } catch (RuntimeException e) {
                        LOG.debug("Holders of pool {} are not known: {}", pool, e.toString());
                        if (e instanceof AuthorizationException || !(e instanceof KafkaException)) {
                            open = false;
                        }
                        notBefore = System.nanoTime() + RETRY_NS;
                        reader = closed(reader);
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            closed(reader);
        }
    }

    /** Looks once; returns whether the reader keeps up with the pool. */
    private boolean look(HolderReader reader) throws InterruptedException {
        List<SilentHolder> holders = reader.look();
        if (holders != null) {
            answer = new Answer(holders, System.nanoTime());
        }
        return !reader.isBehind();
    }

    private static @Nullable HolderReader closed(@Nullable HolderReader reader) {
        if (reader != null) {
            // an interrupted thread cannot close it, which Kafka logs
            Thread.interrupted();
            try {
                reader.close();
            } catch (KafkaException e) {
                LOG.debug("The reader of holders did not close well: {}", e.getMessage());
            }
        }
        return null;
    }

    @Override
    public void close() {
        open = false;
        questions.offer(true);
        ThreadJoin.join(List.of(thread), ENDS_MS_MAX);
    }
}
