package dev.rota.stream.intake;

import dev.rota.engine.Nullable;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.common.TopicPartition;

/**
 * Intake's own record of how far it has read, beside the consumer group's offsets: those expire when a group is away for
 * long, and anybody with an admin's tool can delete them.
 */
interface KeptPositions {

    /** What was kept. */
    final class Kept {
        private final Map<String, PositionMark> positions = new HashMap<>();
        private final Map<String, Map<Integer, Long>> logEnds = new HashMap<>();

        void position(PositionMark mark, int partition) {
            positions.put(mark.topicId() + "/" + partition, mark);
        }

        void logEnd(String logId, int partition, long end) {
            logEnds.computeIfAbsent(logId, none -> new HashMap<>()).put(partition, end);
        }

        /** The last position of a partition of the topic with this id; null if there is none. */
        @Nullable
        PositionMark position(String topicId, int partition) {
            return positions.get(topicId + "/" + partition);
        }

        /** Whether any partition of the topic with this id was ever read. */
        boolean hasTopic(String topicId) {
            return positions.keySet().stream().anyMatch(key -> key.startsWith(topicId + "/"));
        }

        /** By partition of the log with this id: the end that a broker has acknowledged. */
        Map<Integer, Long> logEnds(String logId) {
            return logEnds.getOrDefault(logId, Map.of());
        }

        /** Whether intake has appended to logs of the same name, and never to the one with this id. */
        boolean hasOnlyOtherLogs(String logId) {
            return !logEnds.isEmpty() && !logEnds.containsKey(logId);
        }
    }

    /** Reads all of it. */
    Kept read();

    /** Writes positions; whether they are safely there. */
    boolean keep(Map<TopicPartition, PositionMark> positions);

    /** Writes positions, and how far the log is acknowledged, without waiting for either. */
    void keepLater(Map<TopicPartition, PositionMark> positions, Map<Integer, Long> logEnds);

    /**
     * Writes a schema before the first record of it is accepted; whether it is safely there. A registry may forget a
     * schema, and a record that was accepted once must not be refused when it is read again.
     */
    boolean keepSchema(InputReader.Numbered schema);

    /** The schema of a number by which records were accepted; null if there is none. */
    @Nullable
    Schema schema(int id);

    /** Partitions were assigned: who had them before may have accepted records by schemas that are not known here. */
    void assigned();

    /** Whether any write has failed since the last call. */
    boolean lost();
}
