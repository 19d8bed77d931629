package dev.rota.stream.kstreams;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Looks up the positions that a group keeps. */
final class GroupPositions {

    private GroupPositions() {}

    /**
     * Returns the committed offset of each partition assigned to the member, or its beginning offset if the group has
     * none.
     */
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
