package dev.rota.stream.intake;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.stream.common.Ticker;
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
 * Follows the positions topic for the mappings that were announced, and for the number of waiting records of units. The
 * keys are {@code mapping/LOG ID/TOPIC/VERSION} and {@code level/LOG ID/UNIT}. A mapping's version is claimed first, by
 * the key {@code claim/LOG ID/TOPIC/VERSION/DIGEST} in one partition: the first claim is the one that holds. So is the
 * beginning of a topic that was never adopted, with its id in place of the version.
 */
final class Notices implements AutoCloseable {

    private static final String MAPPING = "mapping/";
    private static final String LEVEL = "level/";
    private static final String CLAIM = "claim/";

    private final String logId;
    private final Consumer<byte[], byte[]> consumer;
    private final Map<String, SortedMap<Integer, String>> mappings = new HashMap<>();
    private final Map<String, Long> levels = new HashMap<>();
    private final Map<String, String> claims = new HashMap<>();

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

    /** Returns whether a key of the positions topic is one of a notice. */
    static boolean isKey(String key) {
        return key.startsWith(MAPPING) || key.startsWith(LEVEL) || key.startsWith(CLAIM);
    }

    static String mappingKey(String logId, String topic, int version) {
        return MAPPING + logId + "/" + topic + "/" + version;
    }

    /** Returns the key by which a version or a beginning is claimed, of a record in the first partition. */
    static String claimKey(String logId, String topic, String what, String digest) {
        return CLAIM + logId + "/" + topic + "/" + what + "/" + digest;
    }

    static String levelKey(String logId, String unit) {
        return LEVEL + logId + "/" + unit;
    }

    /** Reads the notices since the last call. */
    void take() {
        ConsumerRecords<byte[], byte[]> polled;
        try {
            polled = consumer.poll(Duration.ZERO);
        } catch (OffsetOutOfRangeException e) {
            // The topic was cut or created again; whatever it has now is told again.
            consumer.seekToBeginning(consumer.assignment());
            return;
        }
        polled.forEach(this::take);
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() != null && record.value() != null) {
            take(new String(record.key(), UTF_8), new String(record.value(), UTF_8));
        }
    }

    private void take(String key, String value) {
        String mapping = MAPPING + logId + "/";
        String level = LEVEL + logId + "/";
        String claim = CLAIM + logId + "/";
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
            // Another client wrote it, which changes nothing.
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

    /** Returns how much waited in units when that was last told, other than 0. */
    Map<String, Long> levels() {
        return Map.copyOf(levels);
    }

    @Override
    public void close() {
        consumer.close();
    }
}
