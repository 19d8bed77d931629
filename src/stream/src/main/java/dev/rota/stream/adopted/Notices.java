package dev.rota.stream.adopted;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.stream.common.Ticker;
import dev.rota.stream.intake.PositionsTopic;
import dev.rota.stream.log.WholeTopic;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;

/**
 * Follows the notices in the positions topic: announced mappings, with keys {@code mapping/LOG ID/TOPIC/VERSION};
 * backlogs of units, with keys {@code level/LOG ID/UNIT}; and claims of a mapping's version, with keys {@code claim/LOG
 * ID/TOPIC/VERSION/DIGEST}. All claims are in one partition, and the first is valid. The beginning of a topic that was
 * never adopted is claimed too, with its id in place of the version.
 */
final class Notices implements AutoCloseable {

    private final String logId;
    private final Consumer<byte[], byte[]> consumer;
    private final Map<String, SortedMap<Integer, String>> mappings = new HashMap<>();
    private final Map<String, Long> levels = new HashMap<>();
    private final Map<String, String> claims = new HashMap<>();

    /** A copy of the levels; also read by other threads. */
    private volatile Map<String, Long> published = Map.of();

    /**
     * Reads all notices until now; throws if the topic cannot be read for a minute.
     *
     * @param reader a consumer outside any group, which is closed with this
     */
    Notices(String topic, String logId, Consumer<byte[], byte[]> reader, Ticker ticker) {
        this.logId = logId;
        this.consumer = reader;
        try {
            WholeTopic.readOn(reader, ticker, topic, this::take);
        } catch (RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    static String mappingKey(String logId, String topic, int version) {
        return PositionsTopic.MAPPING + logId + "/" + topic + "/" + version;
    }

    /** Returns the key by which a version or a beginning is claimed, of a record in the first partition. */
    static String claimKey(String logId, String topic, String what, String digest) {
        return PositionsTopic.CLAIM + logId + "/" + topic + "/" + what + "/" + digest;
    }

    static String levelKey(String logId, String unit) {
        return PositionsTopic.LEVEL + logId + "/" + unit;
    }

    /** Reads the notices since the last call. */
    void take() {
        ConsumerRecords<byte[], byte[]> polled;
        try {
            polled = consumer.poll(Duration.ZERO);
        } catch (OffsetOutOfRangeException e) {
            // The topic has lost records or was created again, and is read again.
            consumer.seekToBeginning(consumer.assignment());
            return;
        }
        polled.forEach(this::take);
        published = Map.copyOf(levels);
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() != null && record.value() != null) {
            take(new String(record.key(), UTF_8), new String(record.value(), UTF_8));
        }
    }

    private void take(String key, String value) {
        String mapping = PositionsTopic.MAPPING + logId + "/";
        String level = PositionsTopic.LEVEL + logId + "/";
        String claim = PositionsTopic.CLAIM + logId + "/";
        try {
            if (key.startsWith(mapping)) {
                int slash = key.lastIndexOf('/');
                mappings.computeIfAbsent(key.substring(mapping.length(), slash), topic -> new TreeMap<>())
                        .put(Integer.valueOf(key.substring(slash + 1)), value);
            } else if (key.startsWith(level)) {
                levels.put(key.substring(level.length()), Long.valueOf(value));
                levels.values().remove(0L);
            } else if (key.startsWith(claim)) {
                claims.putIfAbsent(key.substring(claim.length(), key.lastIndexOf('/')), value);
            }
        } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
            // Another client has written it.
            return;
        }
    }

    /** Returns the texts of the announced mappings of a topic, by version. */
    SortedMap<Integer, String> mappings(String topic) {
        return Collections.unmodifiableSortedMap(mappings.getOrDefault(topic, new TreeMap<>()));
    }

    /**
     * Returns the text that has claimed a version of a topic's mapping, or its beginning, first; empty if none has.
     */
    String claimed(String topic, String what) {
        return claims.getOrDefault(topic + "/" + what, "");
    }

    /** Returns the backlogs of units that were published last, other than 0; may be called by any thread. */
    Map<String, Long> levels() {
        return published;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
