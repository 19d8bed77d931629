package dev.rota.client.bot;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.jobs.BotClosed;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotStatus;
import dev.rota.jobs.BotSync;
import dev.rota.serde.Wire;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;

/**
 * Sends a bot's syncs, each after Kafka has acknowledged the one before. So a sync's reports are known to be received,
 * and an outage leaves one sync in flight, not many.
 */
final class SyncSender implements AutoCloseable {

    private static final Duration CLOSE_MAX = Duration.ofSeconds(5);

    private final BotTerms terms;
    private final String topic;
    private final Wire wire;
    private final Producer<byte[], byte[]> producer;
    private final byte[] key;

    private @Nullable Future<RecordMetadata> inFlight;
    private List<Lease> ended = List.of();

    SyncSender(BotTerms terms, String topic, Wire wire, Producer<byte[], byte[]> producer) {
        this.terms = terms;
        this.topic = topic;
        this.wire = wire;
        this.producer = producer;
        this.key = terms.bot().getBytes(UTF_8);
    }

    /** Sends a sync with the leases that the bot holds. */
    void sync(String session, BotStatus status, List<Lease> held) throws InterruptedException {
        ended = List.copyOf(held.stream().filter(Lease::hasEnded).toList());
        send(
                session,
                BotSync.newBuilder()
                        .setStatus(status)
                        .setCapacity(terms.capacity())
                        .setProperties(terms.properties())
                        .setLeases(held.stream().map(Lease::report).toList())
                        .build());
    }

    boolean isFree() {
        return inFlight == null;
    }

    /**
     * Returns the ended leases in the sync that Kafka has acknowledged, or null if it has not acknowledged it, or there
     * is none.
     */
    @Nullable
    List<Lease> received() throws InterruptedException {
        Future<RecordMetadata> sent = inFlight;
        if (sent == null || !sent.isDone()) {
            return null;
        }
        inFlight = null;
        try {
            sent.get();
            return ended;
        } catch (ExecutionException e) {
            throw refused(e.getCause());
        }
    }

    /** Ends the session. */
    void closed(String session) throws InterruptedException {
        send(session, new BotClosed());
        try {
            if (inFlight != null) {
                inFlight.get(CLOSE_MAX.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (ExecutionException e) {
            throw refused(e.getCause());
        } catch (TimeoutException e) {
            // the session will time out
        }
    }

    private void send(String session, SpecificRecord event) throws InterruptedException {
        BotEvent sync = BotEvent.newBuilder()
                .setBot(terms.bot())
                .setSession(session)
                .setInstance(terms.instance())
                .setLabels(terms.labels())
                .setEvent(event)
                .build();
        try {
            inFlight = producer.send(new ProducerRecord<>(topic, key, wire.write(topic, sync)));
        } catch (KafkaException | IllegalStateException e) {
            throw refused(e);
        }
    }

    private static BotFailed refused(@Nullable Throwable why) {
        return new BotFailed("expected the cluster to take what the bot says, but "
                + (why == null ? "it did not" : why.getMessage()));
    }

    @Override
    public void close() {
        producer.close(CLOSE_MAX);
    }
}
