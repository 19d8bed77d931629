package dev.rota.stream.intake;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.internals.KafkaFutureImpl;

/** Answers with the offsets of a mock consumer, except for partitions without a leader. */
final class ConsumerRanges implements InputRanges {

    private final Consumer<?, ?> consumer;

    /** The partitions that have no leader. */
    final Set<TopicPartition> leaderless = new HashSet<>();

    /** Answers that arrive later, to the first request for a partition. */
    final Map<TopicPartition, KafkaFutureImpl<Range>> late = new HashMap<>();

    ConsumerRanges(Consumer<?, ?> consumer) {
        this.consumer = consumer;
    }

    @Override
    public Map<TopicPartition, KafkaFuture<Range>> ask(Collection<TopicPartition> partitions) {
        Map<TopicPartition, KafkaFuture<Range>> answers = new HashMap<>();
        for (TopicPartition partition : partitions) {
            KafkaFutureImpl<Range> laterOne = late.remove(partition);
            KafkaFutureImpl<Range> answer = laterOne == null ? new KafkaFutureImpl<>() : laterOne;
            answers.put(partition, answer);
            if (laterOne == null && !leaderless.contains(partition)) {
                answer(partition, answer);
            }
        }
        return answers;
    }

    private void answer(TopicPartition partition, KafkaFutureImpl<Range> answer) {
        List<TopicPartition> one = List.of(partition);
        try {
            answer.complete(new Range(
                    consumer.beginningOffsets(one).getOrDefault(partition, 0L),
                    consumer.endOffsets(one).getOrDefault(partition, 0L)));
        } catch (KafkaException e) {
            answer.completeExceptionally(e);
        }
    }
}
