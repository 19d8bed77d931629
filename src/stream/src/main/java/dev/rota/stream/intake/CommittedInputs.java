package dev.rota.stream.intake;

import dev.rota.kafka.AdminAnswers;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;

/** Looks up how far intake has read its inputs, on any instance. */
public final class CommittedInputs {

    private CommittedInputs() {}

    /** Returns the topics of which a group has offsets that intake has not committed. */
    static SortedSet<String> foreign(Admin admin, String group) {
        SortedSet<String> topics = new TreeSet<>();
        AdminAnswers.get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
                .forEach((partition, committed) -> {
                    if (committed != null && PositionMark.of(committed) == null) {
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
                    PositionMark mark = committed == null ? null : PositionMark.of(committed);
                    if (mark != null && mark.topicId().equals(ids.get(partition.topic()))) {
                        read.put(partition, mark.next());
                    }
                });
        return read;
    }
}
