package dev.rota.stream.adopted;

import dev.rota.engine.Nullable;
import dev.rota.kafka.AdminAnswers;
import dev.rota.settings.Names;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/**
 * Looks up how far the scheduler is behind the log, without waiting for the answers. A log partition without a leader
 * does not delay the answer for another.
 */
final class LogLag implements Backlog.Lag {

    /** The time after which a lookup has failed, such as that of a partition without a leader. */
    private static final int ANSWER_MS_MAX = 5_000;

    private final Names names;
    private final int partitions;
    private final Admin admin;
    private final Map<Integer, String> failures = new TreeMap<>();

    /** The pending lookups of ends, by partition. */
    private final Map<Integer, KafkaFuture<ListOffsetsResultInfo>> ends = new HashMap<>();

    /** The pending lookup of the scheduler's positions; null if there is none. */
    private @Nullable KafkaFuture<Map<TopicPartition, OffsetAndMetadata>> decided;

    LogLag(Names names, int partitions, Admin admin) {
        this.names = names;
        this.partitions = partitions;
        this.admin = admin;
    }

    @Override
    public void look() {
        if (decided != null) {
            return;
        }
        Map<TopicPartition, OffsetSpec> request = new HashMap<>();
        for (int i = 0; i < partitions; i++) {
            if (!ends.containsKey(i)) {
                request.put(new TopicPartition(names.log(), i), OffsetSpec.latest());
            }
        }
        ListOffsetsResult result = admin.listOffsets(request, new ListOffsetsOptions().timeoutMs(ANSWER_MS_MAX));
        request.keySet().forEach(partition -> ends.put(partition.partition(), result.partitionResult(partition)));
        decided = admin.listConsumerGroupOffsets(
                        names.scheduler(), new ListConsumerGroupOffsetsOptions().timeoutMs(ANSWER_MS_MAX))
                .partitionsToOffsetAndMetadata();
    }

    @Override
    public Map<Integer, Backlog.Place> answer() {
        KafkaFuture<Map<TopicPartition, OffsetAndMetadata>> group = decided;
        if (group == null || !group.isDone()) {
            return Map.of();
        }
        Map<Integer, Backlog.Place> places = new HashMap<>();
        try {
            Map<TopicPartition, OffsetAndMetadata> committed = AdminAnswers.get(group);
            Map<Integer, KafkaFuture<ListOffsetsResultInfo>> done = new HashMap<>(ends);
            done.values().removeIf(end -> !end.isDone());
            if (done.isEmpty()) {
                return Map.of();
            }
            decided = null;
            done.forEach((partition, end) -> {
                ends.remove(partition);
                OffsetAndMetadata next = committed.get(new TopicPartition(names.log(), partition));
                try {
                    long last = AdminAnswers.get(end).offset();
                    long passed = next == null ? 0 : next.offset();
                    places.put(partition, new Backlog.Place(passed, Math.max(0, last - passed)));
                    failures.remove(partition);
                } catch (KafkaException e) {
                    failures.put(partition, AdminAnswers.why(e));
                }
            });
        } catch (KafkaException e) {
            decided = null;
            ends.clear();
            for (int i = 0; i < partitions; i++) {
                failures.put(i, AdminAnswers.why(e));
            }
        }
        return places;
    }

    @Override
    public Map<Integer, String> failures() {
        return failures;
    }
}
