package dev.rota.stream.kstreams;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** The positions that a group keeps. */
final class GroupPositions {

    private GroupPositions() {}

    /** Of a member's partitions; where they begin, if the group keeps none. */
    static Map<TopicPartition, OffsetAndMetadata> of(Consumer<byte[], byte[]> member) {
        Set<TopicPartition> assigned = member.assignment();
        Map<TopicPartition, OffsetAndMetadata> kept = new HashMap<>(member.committed(assigned));
        if (kept.containsValue(null)) {
            member.beginningOffsets(assigned)
                    .forEach((partition, begin) -> kept.putIfAbsent(partition, new OffsetAndMetadata(begin)));
        }
        return kept;
    }
}
