package dev.rota.stream.intake;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;

/**
 * Follows the positions topic for the mappings that were announced, and for the number of waiting records of units. The
 * keys are {@code mapping/LOG ID/TOPIC/VERSION} and {@code level/LOG ID/UNIT}.
 */
final class Notices implements AutoCloseable {

    private static final String MAPPING = "mapping/";
    private static final String LEVEL = "level/";

    private static final Duration POLL = Duration.ofMillis(100);

    private final String logId;
    private final Consumer<byte[], byte[]> consumer;
    private final Map<String, SortedMap<Integer, String>> mappings = new HashMap<>();
    private final Map<String, Long> levels = new HashMap<>();

    /**
     * Reads all notices until now.
     *
     * @param reader a consumer outside any group, which is closed with this
     */
    Notices(String topic, String logId, Consumer<byte[], byte[]> reader) {
        this.logId = logId;
        this.consumer = reader;
        try {
            readAll(topic, reader);
        } catch (RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    private void readAll(String topic, Consumer<byte[], byte[]> reader) {
        List<TopicPartition> partitions = reader.partitionsFor(topic).stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList();
        reader.assign(partitions);
        reader.seekToBeginning(partitions);
        Map<TopicPartition, Long> ends = reader.endOffsets(partitions);
        while (ends.entrySet().stream().anyMatch(end -> reader.position(end.getKey()) < end.getValue())) {
            take(POLL);
        }
    }

    /** Returns whether a key of the positions topic is one of a notice. */
    static boolean isKey(String key) {
        return key.startsWith(MAPPING) || key.startsWith(LEVEL);
    }

    static String mappingKey(String logId, String topic, int version) {
        return MAPPING + logId + "/" + topic + "/" + version;
    }

    static String levelKey(String logId, String unit) {
        return LEVEL + logId + "/" + unit;
    }

    /** Reads the notices since the last call. */
    void take() {
        take(Duration.ZERO);
    }

    private void take(Duration patience) {
        ConsumerRecords<byte[], byte[]> polled;
        try {
            polled = consumer.poll(patience);
        } catch (OffsetOutOfRangeException e) {
            // The topic was cut or created again; whatever it has now is told again.
            consumer.seekToBeginning(consumer.assignment());
            return;
        }
        for (ConsumerRecord<byte[], byte[]> record : polled) {
            if (record.key() != null && record.value() != null) {
                take(new String(record.key(), UTF_8), new String(record.value(), UTF_8));
            }
        }
    }

    private void take(String key, String value) {
        String mapping = MAPPING + logId + "/";
        String level = LEVEL + logId + "/";
        try {
            if (key.startsWith(mapping)) {
                int slash = key.lastIndexOf('/');
                mappings.computeIfAbsent(key.substring(mapping.length(), slash), topic -> new TreeMap<>())
                        .put(Integer.valueOf(key.substring(slash + 1)), value);
            } else if (key.startsWith(level)) {
                levels.put(key.substring(level.length()), Long.valueOf(value));
            }
        } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
            // Another client wrote it, which changes nothing.
            return;
        }
    }

    /** Returns the texts of the announced mappings of a topic, by version. */
    SortedMap<Integer, String> mappings(String topic) {
        return Collections.unmodifiableSortedMap(mappings.getOrDefault(topic, new TreeMap<>()));
    }

    /** Returns how much waited in a unit when that was last told; 0 if it never was. */
    long level(String unit) {
        return levels.getOrDefault(unit, 0L);
    }

    @Override
    public void close() {
        consumer.close();
    }
}
