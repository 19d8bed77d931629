package dev.rota.stream.intake;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.log.Source;
import dev.rota.stream.intake.InputRanges.Range;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaFuture;
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
 * was appended lies before it, and another mapping resumes from clean ones only. What may have
 * been appended beyond a position is read by the {@link Reading} of the position.
 */
public final class InputPositions {

    private static final Logger LOG = LoggerFactory.getLogger(InputPositions.class);

    private final Domain domain;
    private final String mapping;
    private final Function<String, Reading> readings;
    private final Consumer<byte[], byte[]> consumer;
    private final Supplier<Map<String, String>> currentIds;
    private final Supplier<PositionLookup> lookups;
    private final AwaitedInputs awaited;
    private final LostRecords lost;
    private final Map<String, String> ids = new HashMap<>();
    private final Map<TopicPartition, OpenInput> open = new HashMap<>();

    /** The last lookup of positions, which may have read the log. */
    private @Nullable PositionLookup lookup;

    /**
     * @param readings returns the reading of a topic by this instance
     * @param currentIds returns the ids of the existing inputs, by topic
     * @param lookups begins a lookup of positions
     * @param awaited looks up the offsets of partitions
     * @param toleratesLoss takes note of what a partition has lost; returns whether intake continues without it
     */
    InputPositions(
            Domain domain,
            Function<String, Reading> readings,
            Consumer<byte[], byte[]> consumer,
            Supplier<Map<String, String>> currentIds,
            Supplier<PositionLookup> lookups,
            AwaitedInputs awaited,
            boolean acceptGap,
            BiPredicate<TopicPartition, String> toleratesLoss) {
        this.domain = domain;
        this.mapping = PositionMark.digest(domain.mapping());
        this.readings = readings;
        this.consumer = consumer;
        this.currentIds = currentIds;
        this.lookups = lookups;
        this.awaited = awaited;
        this.lost = new LostRecords(acceptGap, toleratesLoss);
    }

    /** Returns the id of a topic as it is being read. */
    String id(String topic) {
        return ids.getOrDefault(topic, "");
    }

    /**
     * The result of an assignment.
     *
     * @param remapped the positions that another mapping has left cleanly, as positions of this one
     * @param replaced the topics that were re-created while other partitions of them were being read; the records
     *     polled of them must be dropped
     */
    record Resumed(Map<TopicPartition, PositionMark> remapped, Set<String> replaced) {}

    /**
     * Begins to read partitions that were assigned in addition to those that are being read: seeks to their positions.
     * Those whose offsets are not known within a short time are paused until a later {@link #look}.
     */
    Resumed resume(Collection<TopicPartition> partitions) {
        Set<String> replaced = begin(partitions);
        awaited.awaitAnswers();
        return openAnswered(replaced);
    }

    /** Begins to read partitions that have waited for their offsets; called between polls. */
    Resumed look() {
        Set<TopicPartition> due = awaited.due();
        return openAnswered(due.isEmpty() ? Set.of() : begin(due));
    }

    /** Looks up positions, and asks for the offsets of their partitions. Returns the topics that were re-created. */
    private Set<String> begin(Collection<TopicPartition> partitions) {
        Map<String, String> now = currentIds.get();
        Set<String> replaced = replaced(now);
        ids.putAll(now);
        Set<TopicPartition> missing = new HashSet<>(partitions);
        missing.removeIf(partition -> now.containsKey(partition.topic()));
        Set<TopicPartition> existing = new HashSet<>(partitions);
        existing.removeAll(missing);
        Map<TopicPartition, OffsetAndMetadata> committed = CommittedInputs.of(consumer, existing, missing);
        Map<TopicPartition, AwaitedInputs.Position> left = positions(existing, committed);
        // Looked up after the positions: others may have continued while this instance was frozen.
        await(left, awaited.ask(existing));
        missing.forEach(partition -> consumer.seek(partition, 0));
        consumer.pause(missing);
        awaited.missing(missing);
        return replaced;
    }

    /** Pauses partitions until their offsets are known. */
    private void await(
            Map<TopicPartition, AwaitedInputs.Position> positions, Map<TopicPartition, KafkaFuture<Range>> ranges) {
        // Without a position, the consumer would look for one itself.
        positions.forEach((partition, position) ->
                consumer.seek(partition, position.left().next()));
        consumer.pause(positions.keySet());
        awaited.await(positions, ids, ranges);
    }

    /** Begins to read the partitions whose offsets are known; {@code replaced} were found to be re-created before. */
    private Resumed openAnswered(Set<String> replaced) {
        Map<TopicPartition, AwaitedInputs.Answered> answered = awaited.answered();
        if (answered.isEmpty()) {
            return new Resumed(Map.of(), replaced);
        }
        // Offsets of a topic that was re-created since do not belong to the position.
        Map<String, String> now = currentIds.get();
        Set<TopicPartition> outdated = new HashSet<>();
        Map<TopicPartition, PositionMark> remapped = new HashMap<>();
        answered.forEach((partition, answer) -> {
            if (!answer.topicId().equals(now.get(partition.topic()))) {
                outdated.add(partition);
                return;
            }
            awaited.forget(List.of(partition));
            PositionMark from = answer.position().left();
            PositionMark resumable = open(partition, from, answer.position().inGroup(), answer.range());
            consumer.resume(List.of(partition));
            if (!from.mapping().equals(mapping)) {
                remapped.put(partition, resumable);
            }
        });
        Set<String> allReplaced = new TreeSet<>(replaced);
        if (!outdated.isEmpty()) {
            allReplaced.addAll(begin(outdated));
        }
        return new Resumed(remapped, allReplaced);
    }

    /** Returns whether an assigned partition is paused until its offsets are known. */
    boolean isAwaited(TopicPartition partition) {
        return awaited.contains(partition);
    }

    /** Returns why assigned partitions are not read; may be called by any thread. */
    SortedMap<TopicPartition, String> waits() {
        return awaited.waits();
    }

    /** Returns the positions from which partitions are read. */
    private Map<TopicPartition, AwaitedInputs.Position> positions(
            Collection<TopicPartition> partitions, Map<TopicPartition, OffsetAndMetadata> committed) {
        PositionLookup begun = lookups.get();
        lookup = begun;
        Map<TopicPartition, AwaitedInputs.Position> found = new HashMap<>();
        for (TopicPartition partition : partitions) {
            PositionMark start = mark(0, partition.topic(), true);
            PositionMark left = begun.left(partition, start, committed.get(partition));
            found.put(partition, new AwaitedInputs.Position(left, committed.get(partition)));
        }
        begun.requireMapping(domain, awaited, found);
        return found;
    }

    private PositionMark open(
            TopicPartition partition, PositionMark left, @Nullable OffsetAndMetadata inGroup, Range range) {
        PositionMark start = mark(0, partition.topic(), true);
        boolean recreated = !left.topicId().equals(start.topicId());
        if (recreated) {
            LOG.warn(
                    "{} was deleted and created again; what its old self held beyond offset {} was not read",
                    partition,
                    left.next());
        }
        PositionMark from = recreated ? start : left;
        long position = seek(partition, from.next(), range);
        boolean marked = inGroup != null && inGroup.offset() == position && !from.clean();
        Reading reading = readings.apply(partition.topic());
        Reading former = from.clean() ? reading : from.reading();
        PositionMark resumable = mark(position, start.topicId(), former, false).refusing(from.refused());
        PositionLookup begun = lookup;
        boolean mayBeAppended = !from.clean() && position < range.end();
        open.put(
                partition,
                new OpenInput(
                        resumable,
                        marked,
                        from.clean() ? 0 : range.end(),
                        reading,
                        mayBeAppended && begun != null ? begun.appended(partition, resumable) : new TreeSet<>()));
        return resumable;
    }

    /** Returns a position in a topic, with the reading of this instance. */
    private PositionMark mark(long next, String topic, boolean clean) {
        return mark(next, id(topic), readings.apply(topic), clean);
    }

    private PositionMark mark(long next, String topicId, Reading reading, boolean clean) {
        return new PositionMark(topicId, next, mapping, reading, clean, new TreeSet<>());
    }

    /** Returns the position after a record, to be committed while its partition is in use. */
    PositionMark after(Source source) {
        OpenInput input = open(source);
        long next = source.offset() + 1;
        return mark(
                next, source.topicId(), input == null ? readings.apply(source.topic()) : input.reading(next), false);
    }

    /** Returns the position before a record, to be committed as that of this instance. */
    PositionMark before(Source source) {
        return mark(source.offset(), source.topicId(), readings.apply(source.topic()), false);
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
                : mark(next, topicId, readings.apply(partition.topic()), true);
    }

    /**
     * Returns the consumer's position in a partition without records in flight or buffered; null if it is not assigned.
     * It may lie behind the last record: behind the markers of transactions, and behind aborted records.
     */
    @Nullable
    PositionMark idle(TopicPartition partition, long next) {
        OpenInput input = open.get(partition);
        return input == null ? null : mark(next, id(partition.topic()), input.reading(next), input.isUntouched(next));
    }

    /** Returns whether a partition is being read. */
    boolean isOpen(TopicPartition partition) {
        return open.containsKey(partition);
    }

    /** Returns the state of an assigned partition; null if the record's topic was re-created. */
    @Nullable
    OpenInput open(Source source) {
        return source.topicId().equals(id(source.topic()))
                ? open.get(new TopicPartition(source.topic(), source.partition()))
                : null;
    }

    /** Returns positions with the refusals beyond them, as they must be committed. */
    Map<TopicPartition, PositionMark> withRefusals(Map<TopicPartition, PositionMark> marks) {
        Map<TopicPartition, PositionMark> complete = new HashMap<>();
        marks.forEach((partition, mark) -> {
            OpenInput input = open.get(partition);
            complete.put(
                    partition,
                    input == null || !mark.topicId().equals(id(partition.topic()))
                            ? mark
                            : mark.refusing(input.refused()));
        });
        return complete;
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
        awaited.forget(partitions);
    }

    /** Seeks to a position, or to the nearest existing offset; returns the offset. */
    private long seek(TopicPartition partition, long position, Range range) {
        long to = lost.nearest(partition, position, range.begin(), range.end());
        consumer.seek(partition, to);
        return to;
    }

    /**
     * Handles positions out of range: topics were re-created or have lost records. Returns the topics that were
     * re-created; the records polled of them must be dropped.
     */
    Set<String> outOfRange(OffsetOutOfRangeException found) {
        Map<TopicPartition, Long> positions = found.offsetOutOfRangePartitions();
        Map<TopicPartition, Range> ranges = awaited.prompt(positions.keySet());
        // The ids are looked up after the offsets: if those are another topic's, it is known now.
        Set<String> replaced = replaced();
        positions.forEach((partition, position) -> {
            if (!replaced.contains(partition.topic())) {
                lost.requireUncut(partition, position, found);
                // One without an answer is found out of range again once it has a leader.
                Range range = ranges.get(partition);
                if (range != null) {
                    seek(partition, position, range);
                }
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
        now.keySet().retainAll(open.keySet().stream().map(TopicPartition::topic).collect(Collectors.toSet()));
        now.entrySet().removeIf(each -> id(each.getKey()).equals(each.getValue()));
        if (now.isEmpty()) {
            return Set.of();
        }
        List<TopicPartition> partitions = open.keySet().stream()
                .filter(partition -> now.containsKey(partition.topic()))
                .toList();
        ids.putAll(now);
        now.keySet()
                .forEach(topic ->
                        LOG.warn("{} was deleted and created again; it is read from its new beginning", topic));
        partitions.forEach(open::remove);
        Map<TopicPartition, AwaitedInputs.Position> starts = new HashMap<>();
        partitions.forEach(partition ->
                starts.put(partition, new AwaitedInputs.Position(mark(0, partition.topic(), true), null)));
        await(starts, awaited.ask(partitions));
        return now.keySet();
    }
}
