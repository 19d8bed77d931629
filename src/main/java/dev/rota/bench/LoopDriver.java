package dev.rota.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.AvroCodec;
import dev.rota.engine.Framing;
import dev.rota.engine.Input;
import dev.rota.engine.Nullable;
import dev.rota.settings.Names;
import dev.rota.workload.Loop;
import dev.rota.workload.Traffic.Fact;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
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
 * Drives a closed loop: produces the events that follow from committed decisions. It has one thread that does as
 * little as possible, since it shares the CPU with what it measures.
 */
final class LoopDriver implements AutoCloseable {

    private final Names names;
    private final Loop loop;
    private final String heardTopic;
    private final Map<String, Integer> schemaIds;
    private final Map<String, AvroCodec<SpecificRecord>> codecs = new HashMap<>();
    private final Producer<byte[], byte[]> producer;
    private final Consumer<byte[], byte[]> consumer;
    private final Map<String, Long> offered = new HashMap<>();
    private final List<Double> latencies = new ArrayList<>();
    private long said;
    private long assigned;
    private long lastHeard;

    /** @param inBulk whether to optimize for throughput rather than latency */
    LoopDriver(Site site, Loop loop, boolean inBulk) {
        this.names = site.names();
        this.loop = loop;
        this.heardTopic = loop.hears().topic();
        this.schemaIds = site.schemaIds();
        for (Input<?> input : names.domain().inputs()) {
            codecs.put(input.topic(), AvroCodec.of(input.schema()));
        }
        Properties producing = site.settings().producing();
        producing.put(ProducerConfig.LINGER_MS_CONFIG, inBulk ? "5" : "0");
        producing.put(ProducerConfig.BATCH_SIZE_CONFIG, "131072");
        this.producer = new KafkaProducer<>(producing, new ByteArraySerializer(), new ByteArraySerializer());
        Properties consuming = site.settings().kafka();
        consuming.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        consuming.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        consuming.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "10000");
        this.consumer = new KafkaConsumer<>(consuming, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> partitions = consumer.partitionsFor(names.topic(heardTopic)).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /** Produces all initial work. */
    void sayWaiting() {
        for (List<Fact> part = loop.waiting(); !part.isEmpty(); part = loop.waiting()) {
            part.forEach(this::say);
        }
        producer.flush();
    }

    /** Produces work that will wait for ever; returns the name of the last piece, null if the domain has none. */
    @Nullable
    String sayUnfitting(int pieces) {
        String name = null;
        for (int i = 0; i < pieces; i++) {
            Fact work = loop.unfitting();
            if (work == null) {
                return null;
            }
            say(work);
            name = work.key();
        }
        producer.flush();
        return name;
    }

    /** Offers a piece of work. Its latency counts from when it was due, even if it is offered late. */
    void offer(long due) {
        Fact work = loop.work();
        offered.put(work.key(), due);
        say(work);
    }

    /** Produces the events that follow, and reads decisions. */
    void turn(Duration patience) {
        loop.at(0).forEach(this::say);
        var polled = consumer.poll(patience);
        long now = System.nanoTime();
        for (ConsumerRecord<byte[], byte[]> record : polled) {
            hear(decision(record.value()), now);
        }
    }

    private void hear(SpecificRecord decision, long now) {
        loop.answer(heardTopic, decision);
        String work = loop.assigned(decision);
        if (work != null) {
            assigned++;
            lastHeard = now;
            Long due = offered.remove(work);
            if (due != null) {
                latencies.add((now - due) / 1e6);
            }
        }
    }

    private SpecificRecord decision(byte[] value) {
        try {
            return loop.hears().codec().decode(value, Framing.BYTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void say(Fact fact) {
        byte[] avro = Objects.requireNonNull(codecs.get(fact.topic())).encode(fact.value());
        said++;
        var unused = producer.send(new ProducerRecord<>(
                names.topic(fact.topic()),
                fact.key().getBytes(UTF_8),
                Framing.frame(schemaIds.getOrDefault(fact.topic(), 0), avro)));
    }

    void flush() {
        producer.flush();
    }

    /** Events produced so far. */
    long said() {
        return said;
    }

    /** Assignments read so far. */
    long assigned() {
        return assigned;
    }

    /** When the last one arrived. */
    long lastHeard() {
        return lastHeard;
    }

    /** The times from when work was due to its assignment, in ms. */
    double[] latencies() {
        return latencies.stream().mapToDouble(Double::doubleValue).toArray();
    }

    void forgetLatencies() {
        latencies.clear();
    }

    /** Offered work that is not assigned. */
    int unassigned() {
        return offered.size();
    }

    @Override
    public void close() {
        producer.close();
        consumer.close();
    }
}
