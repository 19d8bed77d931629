package dev.rota.worker.letters;

import dev.rota.engine.Nullable;
import dev.rota.kafka.Partitions;
import dev.rota.kafka.ReliableClients;
import dev.rota.kafka.Topics;
import dev.rota.settings.Settings;
import dev.rota.worker.WorkerRefused;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;

/** The committed records of a topic, or of the partition of one key, up to what is committed when it is opened. */
final class TopicPart implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(200);

    /** Visits a record. */
    interface Visitor {
        void visit(ConsumerRecord<byte[], byte[]> record) throws InterruptedException;
    }

    private final String topicId;
    private final Consumer<byte[], byte[]> consumer;
    private final Map<TopicPartition, Long> begins;
    private final Map<TopicPartition, Long> ends;

    TopicPart(Settings settings, String topic, @Nullable byte[] key) {
        TopicDescription description = description(settings, topic);
        int all = description.partitions().size();
        List<TopicPartition> partitions = Topics.partitions(description).stream()
                .filter(each -> key == null || each.partition() == Partitions.of(key, all))
                .toList();
        this.topicId = description.topicId().toString();
        this.consumer = ReliableClients.consumer(settings);
        try {
            consumer.assign(partitions);
            this.begins = consumer.beginningOffsets(partitions);
            this.ends = consumer.endOffsets(partitions);
        } catch (RuntimeException e) {
            consumer.close();
            throw e;
        }
    }

    private static TopicDescription description(Settings settings, String topic) {
        try (Admin admin = Admin.create(settings.kafka())) {
            return Topics.find(admin, topic)
                    .orElseThrow(() -> new WorkerRefused(
                            "expected the topic " + topic + ", but the cluster has none of that name"));
        }
    }

    /** Returns the topic's UUID, a partition and an offset, which name a record for ever. */
    String coordinates(int partition, long offset) {
        return topicId + "/" + partition + "/" + offset;
    }

    /** Visits all records, by partition and offset within it. */
    void each(Visitor visitor) throws InterruptedException {
        read(begins, visitor);
    }

    /**
     * Visits all records from the first of each partition that has at least this time. Returns whether all such records
     * of the topic can still exist: false if a partition's first records were deleted and its oldest is not earlier.
     */
    boolean eachSince(long time, Visitor visitor) throws InterruptedException {
        Map<TopicPartition, Long> asked = new HashMap<>();
        ends.keySet().forEach(partition -> asked.put(partition, time));
        Map<TopicPartition, OffsetAndTimestamp> found = consumer.offsetsForTimes(asked);
        Map<TopicPartition, Long> starts = new HashMap<>();
        boolean whole = true;
        for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
            OffsetAndTimestamp first = found.get(end.getKey());
            long begin = Objects.requireNonNull(begins.get(end.getKey()));
            long start = first == null ? end.getValue() : Math.max(begin, first.offset());
            whole &= begin == 0 || start > begin;
            starts.put(end.getKey(), start);
        }
        read(starts, visitor);
        return whole;
    }

    private void read(Map<TopicPartition, Long> starts, Visitor visitor) throws InterruptedException {
        for (Map.Entry<TopicPartition, Long> start : starts.entrySet()) {
            TopicPartition partition = start.getKey();
            long end = Objects.requireNonNull(ends.get(partition));
            consumer.assign(List.of(partition));
            consumer.seek(partition, start.getValue());
            while (consumer.position(partition) < end) {
                for (ConsumerRecord<byte[], byte[]> record : poll(partition, end)) {
                    if (record.offset() < end) {
                        visitor.visit(record);
                    }
                }
            }
        }
    }

    /** Polls; skips records that retention has deleted since the offsets were looked up. */
    private Iterable<ConsumerRecord<byte[], byte[]>> poll(TopicPartition partition, long end) {
        try {
            return consumer.poll(POLL);
        } catch (OffsetOutOfRangeException e) {
            long begin = consumer.beginningOffsets(List.of(partition)).getOrDefault(partition, end);
            consumer.seek(partition, Math.min(end, Math.max(begin, consumer.position(partition))));
            return List.of();
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
