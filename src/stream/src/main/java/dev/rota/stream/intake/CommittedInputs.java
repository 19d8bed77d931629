package dev.rota.stream.intake;

import dev.rota.kafka.AdminAnswers;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;

/** Looks up how far intake has read its inputs, on any instance. */
public final class CommittedInputs {

    private CommittedInputs() {}

    /** Returns the topics of which a group has offsets that intake has not committed. */
    static SortedSet<String> foreign(Admin admin, String group) {
        SortedSet<String> topics = new TreeSet<>();
        AdminAnswers.get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
                .forEach((partition, committed) -> {
                    if (committed != null && !PositionMark.isMark(committed)) {
                        topics.add(partition.topic());
                    }
                });
        return topics;
    }

    /**
     * Returns the next offset of each partition that intake has read.
     *
     * @param ids the ids of the inputs by topic; positions in a topic that was re-created since do not count
     */
    public static Map<TopicPartition, Long> of(Admin admin, String group, Map<String, String> ids) {
        Map<TopicPartition, Long> read = new HashMap<>();
        AdminAnswers.get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
                .forEach((partition, committed) -> {
                    PositionMark mark = committed == null ? null : PositionMark.of(committed, Reading.Rules::new);
                    if (mark != null && mark.topicId().equals(ids.get(partition.topic()))) {
                        read.put(partition, mark.next());
                    }
                });
        return read;
    }

    /**
     * Returns the offsets that a consumer's group has of partitions.
     *
     * @param partitions partitions of existing topics
     * @param missing receives those of them whose topic may not be described since a moment ago
     */
    static Map<TopicPartition, OffsetAndMetadata> of(
            Consumer<?, ?> consumer, Set<TopicPartition> partitions, Set<TopicPartition> missing) {
        while (true) {
            try {
                return partitions.isEmpty() ? Map.of() : consumer.committed(partitions);
            } catch (TopicAuthorizationException e) {
                Set<TopicPartition> denied = partitions.stream()
                        .filter(partition -> e.unauthorizedTopics().contains(partition.topic()))
                        .collect(Collectors.toSet());
                if (denied.isEmpty()) {
                    throw e;
                }
                missing.addAll(denied);
                partitions.removeAll(denied);
            }
        }
    }
}
