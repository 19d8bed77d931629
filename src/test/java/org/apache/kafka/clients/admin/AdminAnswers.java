package org.apache.kafka.clients.admin;

import java.util.Map;
import org.apache.kafka.clients.admin.internals.CoordinatorKey;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** Gives access to package-private constructors. */
public final class AdminAnswers {

    private AdminAnswers() {}

    public static ListConsumerGroupOffsetsResult offsets(
            String group, KafkaFuture<Map<TopicPartition, OffsetAndMetadata>> offsets) {
        return new ListConsumerGroupOffsetsResult(Map.of(CoordinatorKey.byGroupId(group), offsets));
    }
}
