package dev.rota.stream;

import dev.rota.serde.Answers;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where intake reads on. Kafka knows a position by the topic's name only, and a topic that was deleted and created again
 * has the old name: so the topic's id is committed with the position and looked at again after each poll.
 */
final class InputPositions {

    private static final Logger LOG = LoggerFactory.getLogger(InputPositions.class);

    private final Consumer<byte[], byte[]> consumer;
    private final Admin admin;
    private final Set<String> topics;
    private final boolean acceptGap;
    private final Map<String, String> ids = new HashMap<>();

    InputPositions(Consumer<byte[], byte[]> consumer, Admin admin, Collection<String> topics, boolean acceptGap) {
        this.consumer = consumer;
        this.admin = admin;
        this.topics = new TreeSet<>(topics);
        this.acceptGap = acceptGap;
    }

    /** The id under which a topic is being read. */
    String id(String topic) {
        return ids.getOrDefault(topic, "");
    }

    /** Partitions were assigned: goes to where they were left. */
    void resume(Collection<TopicPartition> partitions) {
        Map<String, String> now = currentIds();
        ids.putAll(now);
        Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(new HashSet<>(partitions));
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        for (TopicPartition partition : partitions) {
            OffsetAndMetadata left = committed.get(partition);
            long begin = begins.getOrDefault(partition, 0L);
            if (left == null) {
                consumer.seek(partition, begin);
            } else if (!left.metadata().equals(id(partition.topic()))) {
                LOG.warn(
                        "{} was deleted and created again; what its old self held beyond offset {} was not read",
                        partition,
                        left.offset());
                consumer.seek(partition, begin);
            } else {
                resume(partition, left.offset(), begin, ends.getOrDefault(partition, 0L));
            }
        }
    }

    private void resume(TopicPartition partition, long position, long begin, long end) {
        if (position >= begin && position <= end) {
            consumer.seek(partition, position);
            return;
        }
        String lost = position < begin
                ? partition + " no longer has offsets " + position + " to " + (begin - 1)
                : partition + " ends at " + end + ", but was read up to " + position;
        if (!acceptGap) {
            throw new Stopped(
                    "intake stops: " + lost + ", which were never read; start with --accept-gap to go on without them");
        }
        LOG.warn("{}; goes on at {} as --accept-gap allows", lost, begin);
        consumer.seek(partition, begin);
    }

    /** The consumer found no such position: the topic is another one, or has lost records. */
    void outOfRange(Collection<TopicPartition> partitions, Map<TopicPartition, Long> positions) {
        Map<String, String> now = currentIds();
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        for (TopicPartition partition : partitions) {
            String id = now.getOrDefault(partition.topic(), id(partition.topic()));
            long begin = begins.getOrDefault(partition, 0L);
            if (!id.equals(id(partition.topic()))) {
                recreated(partition.topic(), id);
            } else {
                resume(partition, positions.getOrDefault(partition, begin), begin, ends.getOrDefault(partition, 0L));
            }
        }
    }

    /**
     * Looks whether the topics are still those that were polled; an id never comes back, so what was polled before this
     * look came from the topic of the old id. Returns the topics that are others now; their records must be forgotten.
     */
    Set<String> replaced() {
        Set<String> replaced = new TreeSet<>();
        currentIds().forEach((topic, id) -> {
            String before = ids.get(topic);
            if (before != null && !before.equals(id)) {
                recreated(topic, id);
                replaced.add(topic);
            }
        });
        return replaced;
    }

    private void recreated(String topic, String id) {
        LOG.warn("{} was deleted and created again; it is read from its new beginning", topic);
        ids.put(topic, id);
        for (TopicPartition partition : consumer.assignment()) {
            if (partition.topic().equals(topic)) {
                consumer.seekToBeginning(Set.of(partition));
            }
        }
    }

    /** The ids of the topics that exist. */
    private Map<String, String> currentIds() {
        Map<String, String> current = new HashMap<>();
        for (Map.Entry<String, KafkaFuture<TopicDescription>> topic :
                admin.describeTopics(topics).topicNameValues().entrySet()) {
            try {
                current.put(
                        topic.getKey(), Answers.get(topic.getValue()).topicId().toString());
            } catch (UnknownTopicOrPartitionException e) {
                LOG.debug("{} does not exist now", topic.getKey());
            }
        }
        return current;
    }
}
