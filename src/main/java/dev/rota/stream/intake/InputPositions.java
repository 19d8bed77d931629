package dev.rota.stream.intake;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.log.Source;
import dev.rota.stream.common.StoppedException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where intake resumes each input partition. Kafka keeps offsets by topic name only, and a re-created topic has the
 * old name, so the topic's id is committed with the position and compared after each poll.
 *
 * <p>The mapping of inputs to units is committed with it too. Records appended beyond a position are appended again
 * after a crash, and dropped as duplicates in the same log partition; with another mapping they would land in another
 * one and be decided twice. So a position is marked as in use before the first append beyond it, as clean once all that
 * was appended lies before it, and another mapping resumes from clean ones only. A build that knows other rules reads
 * what may have been appended beyond a position as the build did that left it.
 */
public final class InputPositions {

    private static final Logger LOG = LoggerFactory.getLogger(InputPositions.class);

    private final Domain domain;
    private final String mapping;
    private final ToIntFunction<String> readBy;
    private final Consumer<byte[], byte[]> consumer;
    private final Supplier<Map<String, String>> currentIds;
    private final Supplier<PositionLookup> lookups;
    private final LostRecords lost;
    private final Map<String, String> ids = new HashMap<>();
    private final Map<TopicPartition, OpenInput> open = new HashMap<>();

    /**
     * @param readBy returns the number by which a topic is read: this build's rules, or the version of its mapping
     * @param currentIds returns the ids of the existing inputs, by topic
     * @param lookups begins a lookup of positions
     * @param lostByOthers takes note of what a partition has lost; returns whether it belongs to others
     */
    InputPositions(
            Domain domain,
            ToIntFunction<String> readBy,
            Consumer<byte[], byte[]> consumer,
            Supplier<Map<String, String>> currentIds,
            Supplier<PositionLookup> lookups,
            boolean acceptGap,
            BiPredicate<TopicPartition, String> lostByOthers) {
        this.domain = domain;
        this.mapping = PositionMark.digest(domain.mapping());
        this.readBy = readBy;
        this.consumer = consumer;
        this.currentIds = currentIds;
        this.lookups = lookups;
        this.lost = new LostRecords(acceptGap, lostByOthers);
    }

    /** Returns the id of a topic as it is being read. */
    String id(String topic) {
        return ids.getOrDefault(topic, "");
    }

    /**
     * The result of an assignment.
     *
     * @param adopted the positions that another mapping has left cleanly, as positions of this one
     * @param replaced the topics that were re-created while other partitions of them were being read; the records
     *     polled of them must be dropped
     */
    record Resumed(Map<TopicPartition, PositionMark> adopted, Set<String> replaced) {}

    /**
     * Begins to read partitions that were assigned in addition to those that are being read: seeks to their positions.
     */
    Resumed resume(Collection<TopicPartition> partitions) {
        Map<TopicPartition, OffsetAndMetadata> committed;
        Map<TopicPartition, PositionMark> left;
        Map<TopicPartition, Long> begins;
        Map<TopicPartition, Long> ends;
        Map<String, String> before;
        Map<String, String> now = currentIds.get();
        Set<String> replaced = new TreeSet<>();
        do {
            before = now;
            replaced.addAll(replaced(before));
            ids.putAll(before);
            committed = consumer.committed(new HashSet<>(partitions));
            left = left(partitions, committed);
            // Looked up after the positions: others may have continued while this instance was frozen.
            begins = consumer.beginningOffsets(partitions);
            ends = consumer.endOffsets(partitions);
            now = currentIds.get();
        } while (!now.equals(before));
        Map<TopicPartition, PositionMark> adopted = new HashMap<>();
        for (TopicPartition partition : partitions) {
            PositionMark from = Objects.requireNonNull(left.get(partition));
            PositionMark resumable = open(partition, from, committed.get(partition), begins, ends);
            if (!from.mapping().equals(mapping)) {
                adopted.put(partition, resumable);
            }
        }
        return new Resumed(adopted, replaced);
    }

    private Map<TopicPartition, PositionMark> left(
            Collection<TopicPartition> partitions, Map<TopicPartition, OffsetAndMetadata> committed) {
        PositionLookup lookup = lookups.get();
        Map<TopicPartition, PositionMark> found = new HashMap<>();
        for (TopicPartition partition : partitions) {
            PositionMark start = mark(0, partition.topic(), true);
            PositionMark left = lookup.left(partition, start, committed.get(partition));
            refuseOther(partition, left);
            found.put(partition, left);
        }
        return found;
    }

    private PositionMark open(
            TopicPartition partition,
            PositionMark left,
            @Nullable OffsetAndMetadata inGroup,
            Map<TopicPartition, Long> begins,
            Map<TopicPartition, Long> ends) {
        PositionMark start = mark(0, partition.topic(), true);
        boolean recreated = !left.topicId().equals(start.topicId());
        if (recreated) {
            LOG.warn(
                    "{} was deleted and created again; what its old self held beyond offset {} was not read",
                    partition,
                    left.next());
        }
        PositionMark from = recreated ? start : left;
        long end = ends.getOrDefault(partition, 0L);
        long position = seek(partition, from.next(), begins.getOrDefault(partition, 0L), end);
        boolean marked = inGroup != null && inGroup.offset() == position && !from.clean();
        int newest = readBy.applyAsInt(partition.topic());
        int formerRules = from.clean() ? newest : from.rules();
        PositionMark resumable =
                mark(position, start.topicId(), formerRules, false).refusing(from.refused());
        open.put(partition, new OpenInput(resumable, marked, from.clean() ? 0 : end, newest));
        return resumable;
    }

    /**
     * Requires the same mapping for a position that is not clean. What was appended beyond it is unknown, and only the
     * same mapping puts it where its duplicates are dropped.
     */
    private void refuseOther(TopicPartition partition, PositionMark left) {
        if (!left.clean() && !left.mapping().equals(mapping)) {
            String settings = domain.settings().stream()
                    .sorted()
                    .map(setting -> domain.name() + "." + setting)
                    .collect(Collectors.joining(" and "));
            throw new StoppedException("intake stops: " + partition + " was read with another " + settings
                    + " and not left cleanly, so records could be decided twice; start once with the former " + settings
                    + " until all inputs are read, stop with Ctrl-C or SIGTERM, then change it");
        }
    }

    /** Returns a position in a topic, to be read by its newest rules or mapping. */
    private PositionMark mark(long next, String topic, boolean clean) {
        return mark(next, id(topic), readBy.applyAsInt(topic), clean);
    }

    private PositionMark mark(long next, String topicId, int rules, boolean clean) {
        return new PositionMark(topicId, next, mapping, rules, clean, new TreeSet<>());
    }

    /** Returns the position after a record, to be committed while its partition is in use. */
    PositionMark after(Source source) {
        OpenInput input = open(source);
        long next = source.offset() + 1;
        return mark(
                next, source.topicId(), input == null ? readBy.applyAsInt(source.topic()) : input.rules(next), false);
    }

    /** Returns the position before a record, to be committed as that of this build. */
    PositionMark before(Source source) {
        return mark(source.offset(), source.topicId(), readBy.applyAsInt(source.topic()), false);
    }

    /** Returns the mark to commit before the first append to a partition; null if it is committed already. */
    @Nullable
    PositionMark unmarked(TopicPartition partition) {
        OpenInput input = open.get(partition);
        return input == null || input.isMarked() ? null : input.resumable();
    }

    /** Notes that the mark was committed. */
    void marked(TopicPartition partition) {
        OpenInput input = open.get(partition);
        if (input != null) {
            input.marked();
        }
    }

    /**
     * Returns the clean position of a partition whose appended records are all in the log; null if none of them was
     * appended here, or if its previous owner may have appended more.
     *
     * @param next the first record that was not appended
     */
    @Nullable
    PositionMark clean(TopicPartition partition, long next, String topicId) {
        OpenInput input = open.get(partition);
        return input == null || !input.isClean(next)
                ? null
                : mark(next, topicId, readBy.applyAsInt(partition.topic()), true);
    }

    /**
     * Returns the consumer's position in a partition without records in flight or buffered; null if it is not assigned.
     * It may lie behind the last record: behind the markers of transactions, and behind aborted records.
     */
    @Nullable
    PositionMark idle(TopicPartition partition, long next) {
        OpenInput input = open.get(partition);
        return input == null ? null : mark(next, id(partition.topic()), input.rules(next), input.isUntouched(next));
    }

    /** Returns the state of an assigned partition; null if the record's topic was re-created. */
    @Nullable
    OpenInput open(Source source) {
        return source.topicId().equals(id(source.topic()))
                ? open.get(new TopicPartition(source.topic(), source.partition()))
                : null;
    }

    /** Returns a position with the refusals beyond it, as it must be committed. */
    PositionMark withRefusals(TopicPartition partition, PositionMark position) {
        OpenInput input = open.get(partition);
        return input == null || !position.topicId().equals(id(partition.topic()))
                ? position
                : position.refusing(input.refused());
    }

    /** Notes a committed position: nothing before it is read again. */
    void committed(TopicPartition partition, PositionMark position) {
        OpenInput input = open.get(partition);
        if (input != null && position.topicId().equals(id(partition.topic()))) {
            input.committed(position);
        }
    }

    /** Returns the last committed positions. */
    Map<TopicPartition, PositionMark> resumable() {
        Map<TopicPartition, PositionMark> marks = new HashMap<>();
        open.forEach((partition, input) -> {
            if (input.isMarked()) {
                marks.put(partition, input.resumable());
            }
        });
        return marks;
    }

    /** Drops partitions that were revoked. */
    void forget(Collection<TopicPartition> partitions) {
        open.keySet().removeAll(partitions);
    }

    /** Returns the topics of the partitions that are being read. */
    private Set<String> read() {
        return open.keySet().stream().map(TopicPartition::topic).collect(Collectors.toSet());
    }

    /** Seeks to a position, or to the nearest existing offset; returns the offset. */
    private long seek(TopicPartition partition, long position, long begin, long end) {
        long to = lost.nearest(partition, position, begin, end);
        consumer.seek(partition, to);
        return to;
    }

    /**
     * Handles positions out of range: topics were re-created or have lost records. Returns the topics that were
     * re-created; the records polled of them must be dropped.
     */
    Set<String> outOfRange(OffsetOutOfRangeException found) {
        Map<TopicPartition, Long> positions = found.offsetOutOfRangePartitions();
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(positions.keySet());
        Map<TopicPartition, Long> ends = consumer.endOffsets(positions.keySet());
        // The ids are looked up after beginnings and ends: if those are another topic's, it is known now.
        Set<String> replaced = replaced();
        positions.forEach((partition, position) -> {
            if (!replaced.contains(partition.topic())) {
                lost.requireUncut(partition, position, found);
                seek(partition, position, begins.getOrDefault(partition, 0L), ends.getOrDefault(partition, 0L));
            }
        });
        return replaced;
    }

    /**
     * Compares the current topic ids with the ones being read. Ids are never reused, so records polled before this
     * call came from the old topic. Returns the topics that were re-created; the records polled of them must be
     * dropped. If the cluster does not answer, nothing has changed.
     */
    Set<String> replaced() {
        return replaced(currentIds.get());
    }

    private Set<String> replaced(Map<String, String> current) {
        Map<String, String> now = new TreeMap<>(current);
        now.keySet().retainAll(read());
        now.entrySet().removeIf(each -> id(each.getKey()).equals(each.getValue()));
        if (now.isEmpty()) {
            return Set.of();
        }
        List<TopicPartition> partitions = open.keySet().stream()
                .filter(partition -> now.containsKey(partition.topic()))
                .toList();
        Map<TopicPartition, Long> starts = new HashMap<>();
        consumer.beginningOffsets(partitions)
                .forEach((partition, begin) -> starts.put(partition, lost.nearest(partition, 0, begin, begin)));
        // None of the following can fail.
        ids.putAll(now);
        now.keySet()
                .forEach(topic ->
                        LOG.warn("{} was deleted and created again; it is read from its new beginning", topic));
        starts.forEach((partition, start) -> {
            consumer.seek(partition, start);
            PositionMark from = mark(start, partition.topic(), false);
            open.put(partition, new OpenInput(from, false, 0, from.rules()));
        });
        return now.keySet();
    }
}
