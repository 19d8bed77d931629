package dev.rota.worker.execute;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Limits;
import dev.rota.serde.Wire;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.BatchesExecuted;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerLeft;
import dev.rota.shards.WorkerProtocol;
import dev.rota.shards.WorkerReady;
import dev.rota.worker.execute.TaskReports.Report;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Sends a worker's events, in one incarnation. What a report costs the scheduler is a record: while one with reports is
 * not acknowledged, those that are made meanwhile wait, and are one record after it. Thread-safe.
 */
final class WorkerEventSender implements AutoCloseable {

    private static final Duration CLOSE_MAX = Duration.ofSeconds(5);

    /** The size of the reports in a record, above which the scheduler may have no room for their results. */
    private static final int REPORTS_BYTES_MAX = Limits.LOG_RECORD_BYTES_MAX / 2;

    private final WorkerTerms terms;
    private final String topic;
    private final Wire wire;
    private final Producer<byte[], byte[]> producer;
    private final Consumer<String> failed;
    private final byte[] key;
    private final String incarnation = UUID.randomUUID().toString();

    /** The number of unacknowledged heartbeats: during an outage one is enough. */
    private final AtomicInteger heartbeats = new AtomicInteger();

    /** Reports that wait for an acknowledgement of those before. Guarded by itself. */
    private final Deque<Report> waiting = new ArrayDeque<>();

    /** True if reports are not acknowledged. Guarded by the reports that wait. */
    private boolean unacknowledged;

    /** The protocol that the pool speaks with this incarnation. */
    private volatile int protocol;

    WorkerEventSender(
            WorkerTerms terms, String topic, Wire wire, Producer<byte[], byte[]> producer, Consumer<String> failed) {
        this.terms = terms;
        this.topic = topic;
        this.wire = wire;
        this.producer = producer;
        this.failed = failed;
        this.key = terms.worker().getBytes(UTF_8);
    }

    /** Announces the number of turns that the worker can hold. */
    void ready(int slots) throws InterruptedException {
        heartbeats.incrementAndGet();
        send(encode(new WorkerReady(slots, incarnation, WorkerProtocol.LATEST)), heartbeats::decrementAndGet);
    }

    String incarnation() {
        return incarnation;
    }

    boolean isHeard() {
        return heartbeats.get() == 0;
    }

    /** Notes the protocol that the pool has announced. */
    void speak(int announced) {
        protocol = Math.max(protocol, announced);
    }

    /** Returns whether the pool reads joined reports, and reports that continue. */
    boolean isJoining() {
        return protocol > 0;
    }

    /** Sends what waits, and that the worker leaves. */
    void left() throws InterruptedException {
        synchronized (waiting) {
            while (!waiting.isEmpty()) {
                sendReports();
            }
        }
        send(encode(new WorkerLeft(incarnation)), () -> {});
    }

    /** Sends a report, or lets it wait for the acknowledgement of those before. */
    void report(Report report) throws InterruptedException {
        if (!isJoining()) {
            // Many may be in flight. The producer may block for them, and an acknowledgement must not wait for that.
            send(encode(report.event()), () -> {});
            return;
        }
        synchronized (waiting) {
            waiting.add(report);
            if (!unacknowledged) {
                sendReports();
            }
        }
    }

    private void sendReports() throws InterruptedException {
        List<BatchExecuted> reports = new ArrayList<>();
        // those of a record are of different turns, so a part of a batch waits for the part before it
        Set<Long> turns = new HashSet<>();
        long bytes = 0;
        do {
            Report report = waiting.remove();
            reports.add(report.event());
            turns.add(report.event().getToken());
            bytes += report.bytes();
        } while (!waiting.isEmpty()
                && reports.size() < WorkerProtocol.REPORTS_MAX
                && bytes + waiting.element().bytes() <= REPORTS_BYTES_MAX
                && !turns.contains(waiting.element().event().getToken()));
        unacknowledged = true;
        send(
                encode(reports.size() == 1 ? reports.get(0) : new BatchesExecuted(incarnation, reports)),
                this::acknowledged);
    }

    private void acknowledged() {
        synchronized (waiting) {
            unacknowledged = false;
            if (!waiting.isEmpty()) {
                try {
                    sendReports();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } catch (RuntimeException e) {
                    failed.accept("expected reports that can be written, but " + e.getMessage());
                }
            }
        }
    }

    /** Encodes an event for its topic. */
    byte[] encode(SpecificRecord event) throws InterruptedException {
        return wire.write(topic, new WorkerEvent(terms.pool(), terms.worker(), event));
    }

    private void send(byte[] event, Runnable confirmed) {
        try {
            var unused = producer.send(new ProducerRecord<>(topic, key, event), (metadata, failure) -> {
                if (failure == null) {
                    confirmed.run();
                } else {
                    failed.accept("expected the cluster to take what the worker says, but " + failure.getMessage());
                }
            });
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException | IllegalStateException e) {
            failed.accept("expected the cluster to take what the worker says, but " + e.getMessage());
        }
    }

    @Override
    public void close() {
        producer.close(CLOSE_MAX);
    }
}
