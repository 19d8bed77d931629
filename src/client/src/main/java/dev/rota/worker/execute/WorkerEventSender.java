package dev.rota.worker.execute;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.serde.Wire;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerLeft;
import dev.rota.shards.WorkerReady;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;

/** Sends a worker's events, in one incarnation. Thread-safe. */
final class WorkerEventSender implements AutoCloseable {

    private static final Duration CLOSE_MAX = Duration.ofSeconds(5);

    private final WorkerTerms terms;
    private final String topic;
    private final Wire wire;
    private final Producer<byte[], byte[]> producer;
    private final Consumer<String> failed;
    private final byte[] key;
    private final String incarnation = UUID.randomUUID().toString();

    /** The number of unacknowledged heartbeats: during an outage one is enough. */
    private final AtomicInteger heartbeats = new AtomicInteger();

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
        send(encode(new WorkerReady(slots, incarnation)), heartbeats::decrementAndGet);
    }

    String incarnation() {
        return incarnation;
    }

    boolean isHeard() {
        return heartbeats.get() == 0;
    }

    void left() throws InterruptedException {
        send(encode(new WorkerLeft(incarnation)));
    }

    void report(BatchExecuted report) throws InterruptedException {
        send(encode(report));
    }

    /** Encodes an event for its topic. */
    byte[] encode(SpecificRecord event) throws InterruptedException {
        return wire.write(topic, new WorkerEvent(terms.pool(), terms.worker(), event));
    }

    void send(byte[] event) {
        send(event, () -> {});
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
