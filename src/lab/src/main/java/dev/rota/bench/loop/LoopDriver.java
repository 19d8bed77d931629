package dev.rota.bench.loop;

import dev.rota.bench.lanes.FactProducer;
import dev.rota.bench.lanes.RunTopics;
import dev.rota.engine.schema.Framing;
import dev.rota.workload.Loop;
import dev.rota.workload.Traffic.Fact;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Drives a closed loop by producing the events that follow from committed decisions. Its single thread does minimal
 * work, since it shares the CPU with the measured scheduler.
 */
final class LoopDriver implements AutoCloseable {

    private final Loop loop;
    private final String heardTopic;
    private final FactProducer producer;
    private final Consumer<byte[], byte[]> consumer;
    private final Map<String, Long> offered = new HashMap<>();
    private final List<Double> latencies = new ArrayList<>();
    private long assigned;
    private long lastArrival;

    /** @param inBulk whether to optimize for throughput rather than latency */
    LoopDriver(RunTopics site, Loop loop, boolean inBulk) {
        this.loop = loop;
        this.heardTopic = loop.hears().topic();
        this.producer = new FactProducer(site, inBulk);
        Properties consuming = site.settings().kafka();
        consuming.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        consuming.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        consuming.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "10000");
        this.consumer = new KafkaConsumer<>(consuming, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> partitions = site.partitions(consumer, heardTopic);
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /** Produces all initial work. */
    void produceWaiting() {
        for (List<Fact> part = loop.waiting(); !part.isEmpty(); part = loop.waiting()) {
            part.forEach(producer::produce);
        }
        producer.flush();
    }

    /** Offers a piece of work. Its latency is measured from its due time, even if it is offered late. */
    void offer(long due) {
        Fact work = loop.work();
        offered.put(work.key(), due);
        producer.produce(work);
    }

    /** Produces the events that follow from decisions, and reads further decisions. */
    void turn(Duration patience) {
        loop.at(0).forEach(producer::produce);
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
            lastArrival = now;
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

    void flush() {
        producer.flush();
    }

    /** Returns the number of events produced. */
    long produced() {
        return producer.produced();
    }

    /** Returns the number of assignments read. */
    long assigned() {
        return assigned;
    }

    /** Returns the arrival time of the last assignment. */
    long lastArrival() {
        return lastArrival;
    }

    /** Returns the times from the due time of work to its assignment, in ms. */
    double[] latencies() {
        return latencies.stream().mapToDouble(Double::doubleValue).toArray();
    }

    void forgetLatencies() {
        latencies.clear();
    }

    /** Returns the number of offered pieces of work that are not assigned. */
    int unassigned() {
        return offered.size();
    }

    @Override
    public void close() {
        producer.close();
        consumer.close();
    }
}
