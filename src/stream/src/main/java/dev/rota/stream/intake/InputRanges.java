package dev.rota.stream.intake;

import dev.rota.kafka.AdminAnswers;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/**
 * Looks up which offsets input partitions have. Each partition has an answer of its own, so one without a leader delays
 * no other.
 */
interface InputRanges {

    /** How long an answer is awaited. Closing the client waits as long. */
    int ANSWER_MS_MAX = 5_000;

    /**
     * The offsets of a partition.
     *
     * @param begin the first offset
     * @param end the last stable offset
     */
    record Range(long begin, long end) {}

    /** Returns the answer for each partition, which may still be outstanding. */
    Map<TopicPartition, KafkaFuture<Range>> ask(Collection<TopicPartition> partitions);

    /** Returns a lookup in a cluster. */
    static InputRanges of(Admin admin) {
        return partitions -> {
            Map<TopicPartition, OffsetSpec> earliest = new HashMap<>();
            Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
            for (TopicPartition partition : partitions) {
                earliest.put(partition, OffsetSpec.earliest());
                latest.put(partition, OffsetSpec.latest());
            }
            ListOffsetsResult begins = admin.listOffsets(earliest, options());
            ListOffsetsResult ends = admin.listOffsets(latest, options());
            Map<TopicPartition, KafkaFuture<Range>> ranges = new HashMap<>();
            for (TopicPartition partition : partitions) {
                ranges.put(partition, range(begins.partitionResult(partition), ends.partitionResult(partition)));
            }
            return ranges;
        };
    }

    private static ListOffsetsOptions options() {
        return new ListOffsetsOptions(IsolationLevel.READ_COMMITTED).timeoutMs(ANSWER_MS_MAX);
    }

    private static KafkaFuture<Range> range(
            KafkaFuture<ListOffsetsResultInfo> begin, KafkaFuture<ListOffsetsResultInfo> end) {
        return KafkaFuture.allOf(begin, end).thenApply(both -> {
            long first = AdminAnswers.get(begin).offset();
            // Retention may delete records between the two answers.
            return new Range(first, Math.max(first, AdminAnswers.get(end).offset()));
        });
    }
}
