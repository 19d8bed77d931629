package org.apache.kafka.clients.admin;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.internals.CoordinatorKey;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.apache.kafka.common.utils.internals.ProducerIdAndEpoch;

/** Gives access to package-private constructors. */
public final class AdminAnswers {

    private AdminAnswers() {}

    public static ListConsumerGroupOffsetsResult offsets(
            String group, KafkaFuture<Map<TopicPartition, OffsetAndMetadata>> offsets) {
        return new ListConsumerGroupOffsetsResult(Map.of(CoordinatorKey.byGroupId(group), offsets));
    }

    /** Of a cluster whose only broker answers this. */
    public static ListTransactionsResult transactions(KafkaFutureImpl<Collection<TransactionListing>> listed) {
        return new ListTransactionsResult(KafkaFuture.completedFuture(Map.of(0, listed)));
    }

    public static DescribeTransactionsResult descriptions(Map<String, KafkaFuture<TransactionDescription>> described) {
        return new DescribeTransactionsResult(byId(described));
    }

    public static FenceProducersResult fenced(Map<String, KafkaFuture<ProducerIdAndEpoch>> fenced) {
        return new FenceProducersResult(byId(fenced));
    }

    private static <T> Map<CoordinatorKey, T> byId(Map<String, T> answers) {
        Map<CoordinatorKey, T> byId = new HashMap<>();
        answers.forEach((id, answer) -> byId.put(CoordinatorKey.byTransactionalId(id), answer));
        return byId;
    }
}
