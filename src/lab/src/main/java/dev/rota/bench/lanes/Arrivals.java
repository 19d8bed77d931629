package dev.rota.bench.lanes;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.log.OutputFormat;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads committed outputs and notes their arrival times. */
final class Arrivals implements AutoCloseable {

    /**
     * The number of polls without records after which the outputs count as drained. The first of them may have begun
     * before the last commit.
     */
    private static final int DRAINED_LOOKS = 5;

    private final Workload workload;
    private final Consumer<byte[], byte[]> consumer;
    private final List<TopicPartition> partitions;
    private final Thread thread = new Thread(this::read, "bench-arrivals");
    /** The arrival time of the first output of each event; 0 if none has arrived. */
    private final AtomicLongArray firstSeen;

    private final AtomicLong count = new AtomicLong();
    private volatile long last;
    private volatile boolean running = true;

    /** The number of consecutive polls without records since the wait began. */
    private final AtomicInteger drained = new AtomicInteger();

    Arrivals(Names names, Settings settings, Workload workload) {
        this.workload = workload;
        this.firstSeen = new AtomicLongArray(workload.events().size());
        Properties properties = settings.kafka();
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, "8388608");
        this.consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.partitions = names.outputs().stream()
                .flatMap(topic -> consumer.partitionsFor(topic).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    void start() {
        thread.start();
    }

    private void read() {
        while (running) {
            var polled = consumer.poll(Duration.ofMillis(20));
            long now = System.nanoTime();
            for (ConsumerRecord<byte[], byte[]> record : polled) {
                count.incrementAndGet();
                last = now;
                int event = workload.eventOf(text(record, OutputFormat.UNIT), text(record, OutputFormat.SEQ));
                if (event >= 0) {
                    firstSeen.compareAndSet(event, 0, now);
                }
            }
            if (polled.isEmpty() && atEnd()) {
                drained.incrementAndGet();
            } else {
                drained.set(0);
            }
        }
        consumer.close();
    }

    private boolean atEnd() {
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        return partitions.stream()
                .allMatch(partition -> consumer.position(partition) >= ends.getOrDefault(partition, 0L));
    }

    private static String text(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), UTF_8);
    }

    /** Returns the number of output records that have arrived. */
    long count() {
        return count.get();
    }

    /** Returns the arrival time of the last output record. */
    long last() {
        return last;
    }

    /**
     * Waits until all records that are committed now have been read. A transaction's commit reaches its partitions one
     * by one.
     */
    void awaitDrained() throws InterruptedException {
        drained.set(0);
        while (drained.get() < DRAINED_LOOKS) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    /** Returns the time from each offer to the first committed output, in ms; NaN for events without an output. */
    double[] latencies(long[] offered) {
        double[] all = new double[offered.length];
        for (int i = 0; i < offered.length; i++) {
            long seen = firstSeen.get(i);
            all[i] = seen > 0 ? (seen - offered[i]) / 1e6 : Double.NaN;
        }
        return all;
    }

    /**
     * Returns the events per second in the second half, by the first committed outputs. The times of events without an
     * output are interpolated.
     */
    double secondHalfPerSecond() {
        long[] seen = IntStream.range(0, firstSeen.length())
                .mapToLong(firstSeen::get)
                .filter(time -> time > 0)
                .sorted()
                .toArray();
        long halfNs = seen[seen.length - 1] - seen[seen.length / 2];
        return firstSeen.length() / 2.0 / (halfNs / 1e9);
    }

    @Override
    public void close() {
        running = false;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
