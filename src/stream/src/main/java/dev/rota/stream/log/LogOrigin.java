package dev.rota.stream.log;

import dev.rota.engine.Nullable;
import dev.rota.engine.Position;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.LogRecord;
import dev.rota.kafka.LogHeaders;
import dev.rota.settings.Settings;
import dev.rota.stream.common.StoppedException;
import dev.rota.stream.common.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The partition count that a log was created with, which the first record of each partition contains. Neither a setting
 * nor the current partition count is evidence of it.
 */
public final class LogOrigin {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final long READ_NS_MAX = 10_000_000_000L;

    private LogOrigin() {}

    /** Returns the count according to the log; empty if the first record does not exist or was deleted by retention. */
    public static OptionalInt partitions(Settings settings, String log, int partitionsNow) {
        return partitions(reader(settings), Ticker.SYSTEM, log, partitionsNow);
    }

    private static Consumer<byte[], byte[]> reader(Settings settings) {
        Properties properties = settings.kafka();
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "1");
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** @param reader a consumer outside any group, which is closed afterwards */
    private static OptionalInt partitions(
            Consumer<byte[], byte[]> reader, Ticker ticker, String log, int partitionsNow) {
        List<TopicPartition> partitions = IntStream.range(0, partitionsNow)
                .mapToObj(partition -> new TopicPartition(log, partition))
                .toList();
        try (Consumer<byte[], byte[]> consumer = reader) {
            consumer.assign(partitions);
            partitions.forEach(partition -> consumer.seek(partition, 0));
            Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            for (TopicPartition partition : partitions) {
                if (begins.getOrDefault(partition, 0L) == 0 && ends.getOrDefault(partition, 0L) > 0) {
                    LogRecord first = first(consumer, ticker, partition);
                    if (first instanceof LogRecord.Rules rules) {
                        return OptionalInt.of(rules.partitions());
                    }
                }
            }
        }
        return OptionalInt.empty();
    }

    /** Returns the error message if partitions were added to a log; null if not. */
    public static @Nullable String objection(String log, OptionalInt created, int partitionsNow) {
        return created.isEmpty() || created.getAsInt() == partitionsNow
                ? null
                : log + " has " + partitionsNow + " partitions but was created with " + created.getAsInt()
                        + ". Units would move. Restore it, or begin a new log under another topic.prefix";
    }

    /**
     * Throws if a log's partition count is not what it was created with.
     *
     * @param reader a consumer outside any group, which is closed afterwards
     */
    public static void require(Consumer<byte[], byte[]> reader, Ticker ticker, String log, int partitionsNow) {
        String objection = objection(log, partitions(reader, ticker, log, partitionsNow), partitionsNow);
        if (objection != null) {
            throw new StoppedException("intake stops: " + objection);
        }
    }

    private static @Nullable LogRecord first(
            Consumer<byte[], byte[]> consumer, Ticker ticker, TopicPartition partition) {
        consumer.pause(consumer.assignment());
        consumer.resume(List.of(partition));
        long begun = ticker.nanoTime();
        while (ticker.nanoTime() - begun < READ_NS_MAX) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                try {
                    Position at = new Position(record.partition(), record.offset(), record.timestamp());
                    return LogHeaders.parse(at, record.key(), record.headers(), record.value());
                } catch (LogFormat.ForeignRecord e) {
                    // Rota did not write it; another partition may have the record.
                    return null;
                }
            }
        }
        throw new TimeoutException("the first record of " + partition + " could not be read in time");
    }
}
