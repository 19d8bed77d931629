package dev.rota.stream.intake;

import dev.rota.engine.Nullable;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.common.TopicPartition;

/**
 * Intake's own record of its positions, besides the consumer group's offsets, which expire when a group is inactive
 * for long and can be deleted by any administrator.
 */
public interface KeptPositions {

    /** The contents of the record. */
    final class Kept {
        private final Map<String, PositionMark> positions = new HashMap<>();
        private final Map<String, Map<Integer, Long>> logEnds = new HashMap<>();

        void position(PositionMark mark, int partition) {
            positions.put(mark.topicId() + "/" + partition, mark);
        }

        void logEnd(String logId, int partition, long end) {
            logEnds.computeIfAbsent(logId, none -> new HashMap<>()).put(partition, end);
        }

        /** Returns the last position of a partition of the topic with this id; null if there is none. */
        @Nullable
        PositionMark position(String topicId, int partition) {
            return positions.get(topicId + "/" + partition);
        }

        /** Returns whether any partition of the topic with this id was ever read. */
        public boolean hasTopic(String topicId) {
            return positions.keySet().stream().anyMatch(key -> key.startsWith(topicId + "/"));
        }

        /** Returns the last acknowledged end of each partition of the log with this id. */
        Map<Integer, Long> logEnds(String logId) {
            return logEnds.getOrDefault(logId, Map.of());
        }

        /** Returns whether intake has appended to a log of this name, but never to the one with this id. */
        boolean hasOnlyOtherLogs(String logId) {
            return !logEnds.isEmpty() && !logEnds.containsKey(logId);
        }
    }

    /** Reads everything that was kept. */
    Kept read();

    /** Writes positions; returns whether they were acknowledged. */
    boolean keep(Map<TopicPartition, PositionMark> positions);

    /** Writes positions and acknowledged log ends without waiting. */
    void keepLater(Map<TopicPartition, PositionMark> positions, Map<Integer, Long> logEnds);

    /**
     * Writes a schema before its first record is accepted; returns whether it was acknowledged. A registry may lose a
     * schema, and a record that was accepted once must not be refused when it is read again.
     */
    boolean keepSchema(NumberedSchema schema);

    /** Returns the kept schema of an id; null if there is none. */
    @Nullable
    Schema schema(int id);

    /** Notes that partitions were assigned: their previous owner may have kept schemas that are not known here. */
    void assigned();

    /** Returns whether any write has failed since the last call. */
    boolean lost();
}
