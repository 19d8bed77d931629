package dev.rota.bench.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.bench.lanes.RunTopics;
import dev.rota.engine.log.OutputFormat;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.Framing;
import dev.rota.workload.Traffic.Fact;
import dev.rota.workload.cores.Heartbeats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends each unit an event every {@link Outages#PERIOD_MS} and records when its decisions become visible to a
 * read-committed reader. Each round of events is answered by one decision per unit, so the number of decisions is the
 * number of the decided round.
 */
final class Probe implements AutoCloseable {

    private static final long PERIOD_NS = TimeUnit.MILLISECONDS.toNanos(Outages.PERIOD_MS);
    private static final long BACK_SECONDS_MAX = 300;

    private final RunTopics site;
    private final List<String> units;
    private final Heartbeats traffic;
    private final Producer<byte[], byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Thread sender = new Thread(this::send, "bench-probe");
    private final Thread reader = new Thread(this::read, "bench-probe-reader");
    private final AtomicLong rounds = new AtomicLong();
    private final AtomicReference<String> failure = new AtomicReference<>();
    private volatile boolean sending = true;
    private volatile boolean reading = true;

    /** The times at which the decisions of each unit were read. */
    private final SortedMap<String, List<Long>> seen = new TreeMap<>();

    Probe(RunTopics site, List<String> units) {
        this.site = site;
        this.units = List.copyOf(units);
        this.traffic = new Heartbeats(units);
        units.forEach(unit -> seen.put(unit, Collections.synchronizedList(new ArrayList<>())));
        Properties producing = site.settings().producing();
        producing.put(ProducerConfig.LINGER_MS_CONFIG, "0");
        // A lost event would look like a unit that is never decided again.
        producing.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, String.valueOf(Integer.MAX_VALUE));
        this.producer = new KafkaProducer<>(producing, new ByteArraySerializer(), new ByteArraySerializer());
        Properties consuming = site.settings().kafka();
        consuming.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        this.consumer = new KafkaConsumer<>(consuming, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> partitions = site.partitions(consumer, Heartbeats.ANSWERS);
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        traffic.at(0).forEach(this::send);
    }

    void start() {
        sender.start();
        reader.start();
    }

    private void send() {
        long due = System.nanoTime();
        while (sending) {
            rounds.incrementAndGet();
            traffic.at(0).forEach(this::send);
            due = Math.max(due + PERIOD_NS, System.nanoTime());
            while (System.nanoTime() < due) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
        }
    }

    private void send(Fact fact) {
        SpecificRecord value = fact.value();
        byte[] avro = AvroCodec.encoded(value);
        var unused = producer.send(
                new ProducerRecord<>(
                        site.names().topic(fact.topic()),
                        fact.key().getBytes(UTF_8),
                        Framing.frame(site.schemaIds().getOrDefault(fact.topic(), 0), avro)),
                (metadata, problem) -> {
                    if (problem != null) {
                        failure.compareAndSet(null, "an event of the probe was not written: " + problem);
                    }
                });
    }

    private void read() {
        while (reading) {
            var polled = consumer.poll(Duration.ofMillis(20));
            long now = System.nanoTime();
            for (ConsumerRecord<byte[], byte[]> record : polled) {
                String unit = new String(
                        record.headers().lastHeader(OutputFormat.UNIT).value(), UTF_8);
                arrivals(unit).add(now);
            }
        }
        consumer.close();
    }

    private List<Long> arrivals(String unit) {
        return Objects.requireNonNull(seen.get(unit));
    }

    /** Returns the number of rounds sent so far. */
    long rounds() {
        return rounds.get();
    }

    /**
     * Waits until each unit has a visible decision on an event of a later round. Returns when the last unit had one.
     */
    long awaitBack(long round) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(BACK_SECONDS_MAX);
        long last = 0;
        for (String unit : units) {
            List<Long> arrivals = arrivals(unit);
            while (arrivals.size() <= round) {
                if (failure.get() != null || System.nanoTime() > end) {
                    throw new IllegalStateException("expected " + unit + " to be decided again within "
                            + BACK_SECONDS_MAX + " s, but it has " + arrivals.size() + " decisions after round "
                            + rounds() + "; " + failure.get());
                }
                TimeUnit.MILLISECONDS.sleep(5);
            }
            last = Math.max(last, arrivals.get((int) round));
        }
        return last;
    }

    /**
     * A time that a unit was without a new visible decision.
     *
     * @param after when it began, in seconds after the given time; negative if before
     */
    record Gap(String unit, double after, double seconds) {

        static final Gap NONE = new Gap("", 0, 0);

        static Gap longer(Gap one, Gap other) {
            return one.seconds >= other.seconds ? one : other;
        }
    }

    /** Returns the longest gap of any unit since a time. */
    Gap longestGap(long sinceNs) {
        Gap longest = Gap.NONE;
        for (String unit : units) {
            List<Long> arrivals = arrivals(unit);
            for (int i = arrivals.size() - 1; i > 0 && arrivals.get(i) >= sinceNs; i--) {
                long begun = arrivals.get(i - 1);
                longest = Gap.longer(longest, new Gap(unit, (begun - sinceNs) / 1e9, (arrivals.get(i) - begun) / 1e9));
            }
        }
        return longest;
    }

    /** Stops sending, waits until all events are decided, and returns a sentence with the number of decisions. */
    String end() throws InterruptedException {
        sending = false;
        sender.join();
        awaitBack(rounds() - 1);
        long wrong =
                units.stream().filter(unit -> arrivals(unit).size() != rounds()).count();
        return String.format(
                Locale.ROOT,
                "%,d events of each of %d units; units with another number of decisions: %d",
                rounds(),
                units.size(),
                wrong);
    }

    @Override
    public void close() {
        sending = false;
        reading = false;
        try {
            sender.join();
            reader.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close(Duration.ZERO);
    }
}
