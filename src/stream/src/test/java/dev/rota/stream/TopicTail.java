package dev.rota.stream;

import dev.rota.trials.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads the committed records of all partitions of a topic as they arrive, from the beginning. */
public final class TopicTail implements AutoCloseable {

    private final String topic;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();

    TopicTail(String bootstrapServers, String topic) {
        this.topic = topic;
        this.consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest",
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false",
                        ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "10000"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /** Reads until there are at least {@code count} records, and returns all. */
    public List<ConsumerRecord<byte[], byte[]>> atLeast(int count) {
        return until(count + " records", all -> all.size() >= count);
    }

    List<ConsumerRecord<byte[], byte[]>> until(String what, Predicate<List<ConsumerRecord<byte[], byte[]>>> condition) {
        Await.until(() -> what + " in " + topic + ", but there are " + records.size(), () -> {
            poll();
            return condition.test(records);
        });
        return List.copyOf(records);
    }

    /** Reads up to the topic's current end, and returns all. */
    public List<ConsumerRecord<byte[], byte[]>> toEnd() {
        Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
        Await.untilTransactionsEnd(() -> "the end of " + topic, () -> {
            poll();
            return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
        });
        return List.copyOf(records);
    }

    /** Returns the records since the last read; possibly none. */
    public List<ConsumerRecord<byte[], byte[]>> more() {
        int known = records.size();
        poll();
        return List.copyOf(records.subList(known, records.size()));
    }

    private void poll() {
        consumer.poll(Duration.ofMillis(50)).forEach(records::add);
    }

    @Override
    public void close() {
        consumer.close();
    }
}
