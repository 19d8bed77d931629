package dev.rota.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;

/** Reads the records of one key in an output, from the end or from the beginning on, and follows them. */
public final class KeyTail implements AutoCloseable {

    private final byte[] key;
    private final Consumer<byte[], byte[]> consumer;
    private final TopicPartition partition;
    /** The partition's end offset when the reader was opened. */
    private final long end;

    private KeyTail(
            String topic,
            String key,
            Consumer<byte[], byte[]> consumer,
            Function<String, ? extends RuntimeException> refused) {
        this.key = key.getBytes(UTF_8);
        this.consumer = consumer;
        try {
            this.partition = partition(topic, refused);
            consumer.assign(List.of(partition));
            consumer.seekToEnd(List.of(partition));
            // The position is resolved now; otherwise it would be the end at the first poll, after the first record.
            this.end = consumer.position(partition);
        } catch (RuntimeException e) {
            consumer.close();
            throw e;
        }
    }

    private TopicPartition partition(String topic, Function<String, ? extends RuntimeException> refused) {
        List<PartitionInfo> partitions = consumer.partitionsFor(topic);
        if (partitions.isEmpty()) {
            throw refused.apply("expected the topic " + topic + ", but the cluster has none of that name");
        }
        return new TopicPartition(topic, Partitions.of(key, partitions.size()));
    }

    /**
     * Returns a reader of the records written from now on.
     * @param consumer is closed with the reader
     * @param refused creates the exception for a missing topic, from a sentence
     */
    public static KeyTail fromNow(
            String topic,
            String key,
            Consumer<byte[], byte[]> consumer,
            Function<String, ? extends RuntimeException> refused) {
        return new KeyTail(topic, key, consumer, refused);
    }

    /** Returns a reader of all retained records, and of those written from now on. */
    public static KeyTail fromBeginning(
            String topic,
            String key,
            Consumer<byte[], byte[]> consumer,
            Function<String, ? extends RuntimeException> refused) {
        KeyTail tail = new KeyTail(topic, key, consumer, refused);
        consumer.seekToBeginning(List.of(tail.partition));
        return tail;
    }

    /** Returns whether all records that existed when the reader was opened have been read. */
    public boolean isCaughtUp() {
        return consumer.position(partition) >= end;
    }

    /** Returns the records written since the last call, after waiting up to {@code patience} for one. */
    public List<ConsumerRecord<byte[], byte[]>> poll(Duration patience) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(patience)) {
                if (Arrays.equals(record.key(), key)) {
                    records.add(record);
                }
            }
        } catch (WakeupException e) {
            return records;
        }
        return records;
    }

    /** Ends a wait; called by other threads. */
    public void wakeup() {
        consumer.wakeup();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
