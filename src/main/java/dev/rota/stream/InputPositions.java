package dev.rota.stream;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where intake reads on. Kafka knows a position by the topic's name only, and a topic that was deleted and created again
 * has the old name: so the topic's id is committed with the position and looked at again after each poll.
 *
 * <p>Which mapping of inputs to units it is read by is committed with it too. What was appended beyond a position is
 * appended again after a crash, and dropped where it lands on its first copy; by another mapping it would land elsewhere
 * and be decided twice. So a position is marked as in use before the first append beyond it, as clean once all that was
 * appended lies before it, and another mapping goes on from clean ones only.
 */
final class InputPositions {

    private static final Logger LOG = LoggerFactory.getLogger(InputPositions.class);

    private final Domain domain;
    private final String mapping;
    private final Consumer<byte[], byte[]> consumer;
    private final Supplier<Map<String, String>> currentIds;
    private final boolean acceptGap;
    private final Map<String, String> ids = new HashMap<>();

    /** Where each partition that is not yet in use was left. */
    private final Map<TopicPartition, OffsetAndMetadata> unused = new HashMap<>();

    /** The partitions in use, each with the offset before which somebody else may have appended beyond the position. */
    private final Map<TopicPartition, Long> inUse = new HashMap<>();

    /** @param currentIds asks for the ids of the inputs that exist, by topic */
    InputPositions(
            Domain domain,
            Consumer<byte[], byte[]> consumer,
            Supplier<Map<String, String>> currentIds,
            boolean acceptGap) {
        this.domain = domain;
        this.mapping = PositionMark.digest(domain.mapping());
        this.consumer = consumer;
        this.currentIds = currentIds;
        this.acceptGap = acceptGap;
    }

    /** The id under which a topic is being read. */
    String id(String topic) {
        return ids.getOrDefault(topic, "");
    }

    /** Partitions were assigned: goes to where they were left. */
    void resume(Collection<TopicPartition> partitions) {
        Map<String, String> now = currentIds.get();
        ids.putAll(now);
        Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(new HashSet<>(partitions));
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        committed.forEach(this::refuseOther);
        for (TopicPartition partition : partitions) {
            OffsetAndMetadata left = committed.get(partition);
            long begin = begins.getOrDefault(partition, 0L);
            long end = ends.getOrDefault(partition, 0L);
            if (left == null) {
                consumer.seek(partition, begin);
            } else if (!PositionMark.of(left).topicId().equals(id(partition.topic()))) {
                LOG.warn(
                        "{} was deleted and created again; what its old self held beyond offset {} was not read",
                        partition,
                        left.offset());
                consumer.seek(partition, begin);
            } else {
                resume(partition, left.offset(), begin, end);
            }
            use(partition, left, end);
        }
    }

    /** Nobody knows what lies beyond a position that was in use to the end, and only its own mapping can find out. */
    private void refuseOther(TopicPartition partition, @Nullable OffsetAndMetadata left) {
        if (left == null) {
            return;
        }
        PositionMark mark = PositionMark.of(left);
        if (!mark.clean() && !mark.mapping().equals(mapping)) {
            String settings = domain.settings().stream()
                    .sorted()
                    .map(setting -> domain.name() + "." + setting)
                    .collect(Collectors.joining(" and "));
            throw new Stopped("intake stops: " + partition + " was read with another " + settings
                    + " and not left cleanly, so records could be decided twice; start once with the former " + settings
                    + " until all inputs are read, stop with Ctrl-C or SIGTERM, then change it");
        }
    }

    private void use(TopicPartition partition, @Nullable OffsetAndMetadata left, long end) {
        unused.remove(partition);
        inUse.remove(partition);
        if (left != null && !PositionMark.of(left).clean()) {
            inUse.put(partition, end);
        } else {
            unused.put(partition, position(consumer.position(partition), id(partition.topic())));
        }
    }

    /** A position to commit while its partition is in use. */
    OffsetAndMetadata position(long next, String topicId) {
        return new PositionMark(topicId, mapping, false).at(next);
    }

    /** What must be committed before the first record of a partition is appended; null where it is. */
    @Nullable
    OffsetAndMetadata unused(TopicPartition partition) {
        return unused.get(partition);
    }

    /** That was committed. */
    void inUse(TopicPartition partition) {
        unused.remove(partition);
        inUse.put(partition, 0L);
    }

    /**
     * The clean end of a partition whose every appended record the log has; null where there is none: nothing of it was
     * appended here, or who had it before may have appended more.
     *
     * @param next the first record that was not appended
     */
    @Nullable
    OffsetAndMetadata clean(TopicPartition partition, long next, String topicId) {
        Long appendedBefore = inUse.get(partition);
        return appendedBefore == null || next < appendedBefore
                ? null
                : new PositionMark(topicId, mapping, true).at(next);
    }

    /** Partitions were taken away. */
    void forget(Collection<TopicPartition> partitions) {
        unused.keySet().removeAll(partitions);
        inUse.keySet().removeAll(partitions);
    }

    private void resume(TopicPartition partition, long position, long begin, long end) {
        if (position >= begin && position <= end) {
            consumer.seek(partition, position);
        } else if (position < begin) {
            gap(partition + " no longer has offsets " + position + " to " + (begin - 1)
                    + ", which were never read; start with --accept-gap to go on without them");
            consumer.seek(partition, begin);
        } else {
            // The same offsets come again with other records; the scheduler takes those below the position for known.
            gap(partition + " ends at " + end + ", but was read up to " + position
                    + ": it has lost records, and others in"
                    + " their place, up to there, will be taken for known; start with --accept-gap to go on");
            consumer.seek(partition, end);
        }
    }

    private void gap(String lost) {
        if (!acceptGap) {
            throw new Stopped("intake stops: " + lost);
        }
        LOG.warn("goes on, as --accept-gap allows: {}", lost);
    }

    /** The consumer found no such position: the topic is another one, or has lost records. */
    void outOfRange(Collection<TopicPartition> partitions, Map<TopicPartition, Long> positions) {
        Map<String, String> now = currentIds.get();
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
        currentIds.get().forEach((topic, id) -> {
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
                inUse.computeIfPresent(partition, (same, appendedBefore) -> 0L);
            }
        }
    }
}
