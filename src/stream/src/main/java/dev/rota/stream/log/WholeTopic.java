package dev.rota.stream.log;

import dev.rota.stream.common.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads a topic to its current end. */
public final class WholeTopic {

    private static final Logger LOG = LoggerFactory.getLogger(WholeTopic.class);

    private static final Duration POLL = Duration.ofMillis(100);
    private static final long SILENCE_NS_MAX = 60_000_000_000L;
    private static final long PROGRESS_NS = 10_000_000_000L;

    private WholeTopic() {}

    /**
     * Reads a topic up to its present end.
     *
     * @param reading a consumer outside any group, which is closed afterwards
     */
    public static void read(
            org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> reading,
            Ticker ticker,
            String topic,
            Consumer<ConsumerRecord<byte[], byte[]>> take) {
        try (org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer = reading) {
            readOn(consumer, ticker, topic, take);
        }
    }

    /**
     * Reads a topic up to its present end, from which the consumer can read on.
     *
     * @param consumer outside any group
     */
    public static void readOn(
            org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer,
            Ticker ticker,
            String topic,
            Consumer<ConsumerRecord<byte[], byte[]>> take) {
        List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        Map<TopicPartition, Long> unread = new HashMap<>(consumer.endOffsets(partitions));
        long total = 0;
        long lastRecord = ticker.nanoTime();
        long lastLine = lastRecord;
        unread.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
        while (!unread.isEmpty()) {
            ConsumerRecords<byte[], byte[]> polled = consumer.poll(POLL);
            polled.forEach(take);
            total += polled.count();
            unread.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
            long now = ticker.nanoTime();
            if (!polled.isEmpty()) {
                lastRecord = now;
            } else if (now - lastRecord > SILENCE_NS_MAX) {
                throw new TimeoutException(unread.keySet() + " of " + topic + " could not be read for "
                        + SILENCE_NS_MAX / 1_000_000_000 + " s");
            }
            if (now - lastLine > PROGRESS_NS) {
                lastLine = now;
                LOG.info("Reading {}: {} records so far", topic, total);
            }
        }
    }

    /**
     * Reads the last records of a topic up to its present end, as far as they are there within a time.
     *
     * @param reading a consumer outside any group, which is closed afterwards
     * @param records the number of offsets, which is divided among the partitions
     */
    public static void readEnd(
            org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> reading,
            Ticker ticker,
            String topic,
            long records,
            Duration patience,
            Consumer<ConsumerRecord<byte[], byte[]>> take) {
        long until = ticker.nanoTime() + patience.toNanos();
        try (org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer = reading) {
            // Each of these calls waits for a minute by default, and this reader must not hold up its caller.
            List<TopicPartition> partitions = consumer.partitionsFor(topic, patience).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            consumer.assign(partitions);
            Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions, patience);
            Map<TopicPartition, Long> unread = new HashMap<>(consumer.endOffsets(partitions, patience));
            long share = records / Math.max(1, partitions.size());
            unread.forEach((partition, end) ->
                    consumer.seek(partition, Math.max(begins.getOrDefault(partition, 0L), end - share)));
            unread.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
            while (!unread.isEmpty() && ticker.nanoTime() < until) {
                consumer.poll(POLL).forEach(take);
                unread.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
            }
        }
    }
}
