package dev.rota.stream.log;

import dev.rota.serde.Answers;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;

/** How far a log reaches. */
public final class LogEnds {

    private LogEnds() {}

    /** The end of each partition. */
    public static Map<Integer, Long> of(Admin admin, String log) {
        TopicDescription topic = Answers.get(Objects.requireNonNull(
                admin.describeTopics(List.of(log)).topicNameValues().get(log)));
        Map<TopicPartition, OffsetSpec> wanted = topic.partitions().stream()
                .collect(Collectors.toMap(
                        partition -> new TopicPartition(log, partition.partition()), partition -> OffsetSpec.latest()));
        Map<Integer, Long> ends = new TreeMap<>();
        Answers.get(admin.listOffsets(wanted).all())
                .forEach((partition, end) -> ends.put(partition.partition(), end.offset()));
        return ends;
    }
}
