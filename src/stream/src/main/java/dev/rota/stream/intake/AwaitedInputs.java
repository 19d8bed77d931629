package dev.rota.stream.intake;

import dev.rota.engine.Nullable;
import dev.rota.kafka.AdminAnswers;
import dev.rota.stream.common.Ticker;
import dev.rota.stream.intake.InputRanges.Range;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The assigned input partitions whose offsets are not known yet, such as one without a leader. They are paused, and all
 * others are read.
 */
final class AwaitedInputs {

    private static final Logger LOG = LoggerFactory.getLogger(AwaitedInputs.class);

    /** How long the caller waits for answers, which arrive within milliseconds if the partitions have leaders. */
    private static final Duration PROMPT = Duration.ofSeconds(2);

    /** The pause after a lookup that failed. */
    private static final long AGAIN_NS = 1_000_000_000L;

    private static final String NO_ANSWER = "its leader does not answer, or it has none";

    /**
     * The position of an awaited partition.
     *
     * @param left the position from which it is read
     * @param inGroup the group's offset; null if it has none
     */
    record Position(PositionMark left, @Nullable OffsetAndMetadata inGroup) {}

    /**
     * A partition whose offsets are known.
     *
     * @param topicId the id of its topic when they were asked for
     */
    record Answered(Position position, String topicId, Range range) {}

    /**
     * A lookup.
     *
     * @param range the answer; null if the topic did not exist
     */
    private record Lookup(
            @Nullable Position position,
            String topicId,
            @Nullable KafkaFuture<Range> range,
            long since) {}

    private final InputRanges ranges;
    private final Ticker ticker;

    /** The lookups; also read by other threads. */
    private final Map<TopicPartition, Lookup> lookups = new ConcurrentHashMap<>();

    /** Why lookups have failed; also read by other threads. */
    private final Map<TopicPartition, String> failures = new ConcurrentHashMap<>();

    AwaitedInputs(InputRanges ranges, Ticker ticker) {
        this.ranges = ranges;
        this.ticker = ticker;
    }

    /** Asks for the offsets of partitions. */
    Map<TopicPartition, KafkaFuture<Range>> ask(Collection<TopicPartition> partitions) {
        return partitions.isEmpty() ? Map.of() : ranges.ask(partitions);
    }

    /**
     * Notes partitions that wait for their offsets.
     *
     * @param ids the ids of their topics when the offsets were asked for
     * @param asked the answers
     */
    void await(
            Map<TopicPartition, Position> positions,
            Map<String, String> ids,
            Map<TopicPartition, KafkaFuture<Range>> asked) {
        long now = ticker.nanoTime();
        positions.forEach((partition, position) -> lookups.put(
                partition, new Lookup(position, ids.getOrDefault(partition.topic(), ""), asked.get(partition), now)));
    }

    /** Notes partitions of topics that do not exist, or that may not be described. */
    void missing(Collection<TopicPartition> partitions) {
        long now = ticker.nanoTime();
        for (TopicPartition partition : partitions) {
            lookups.put(partition, new Lookup(null, "", null, now));
            failed(partition, "its topic does not exist, or may not be described");
        }
    }

    /** Returns the offsets of partitions that answer within a short time. */
    Map<TopicPartition, Range> prompt(Collection<TopicPartition> partitions) {
        Map<TopicPartition, KafkaFuture<Range>> asked = ask(partitions);
        ticker.await(() -> asked.values().stream().allMatch(KafkaFuture::isDone), PROMPT);
        Map<TopicPartition, Range> found = new HashMap<>();
        asked.forEach((partition, range) -> {
            if (range.isDone() && !range.isCompletedExceptionally()) {
                found.put(partition, AdminAnswers.get(range));
            }
        });
        return found;
    }

    boolean contains(TopicPartition partition) {
        return lookups.containsKey(partition);
    }

    /** Waits for the answers, for a short time. */
    void awaitAnswers() {
        ticker.await(() -> lookups.keySet().stream().noneMatch(this::isOutstanding), PROMPT);
        lookups.keySet().stream().filter(this::isOutstanding).forEach(partition -> failed(partition, NO_ANSWER));
    }

    private boolean isOutstanding(TopicPartition partition) {
        Lookup lookup = lookups.get(partition);
        return lookup != null && lookup.range() != null && !lookup.range().isDone();
    }

    /** Returns the partitions whose offsets are known. */
    Map<TopicPartition, Answered> answered() {
        Map<TopicPartition, Answered> answered = new HashMap<>();
        lookups.forEach((partition, lookup) -> {
            KafkaFuture<Range> range = lookup.range();
            Position position = lookup.position();
            if (range != null && position != null && range.isDone() && !range.isCompletedExceptionally()) {
                answered.put(partition, new Answered(position, lookup.topicId(), AdminAnswers.get(range)));
            }
        });
        return answered;
    }

    /** Returns the partitions whose lookup has failed, and is to begin again. */
    Set<TopicPartition> due() {
        Set<TopicPartition> due = new HashSet<>();
        lookups.forEach((partition, lookup) -> {
            KafkaFuture<Range> range = lookup.range();
            if (range != null && range.isCompletedExceptionally()) {
                failed(partition, why(range));
            }
            boolean hasFailed = range == null || range.isCompletedExceptionally();
            if (hasFailed && ticker.nanoTime() - lookup.since() >= AGAIN_NS) {
                due.add(partition);
            }
        });
        return due;
    }

    private static String why(KafkaFuture<Range> failed) {
        try {
            return "unexpected offsets " + AdminAnswers.get(failed);
        } catch (KafkaException e) {
            return e instanceof TimeoutException ? NO_ANSWER : AdminAnswers.why(e);
        }
    }

    private void failed(TopicPartition partition, String why) {
        if (!why.equals(failures.put(partition, why))) {
            LOG.warn("{}", sentence(partition, why));
        }
    }

    private static String sentence(TopicPartition partition, String why) {
        return "intake does not read " + partition.topic() + "/" + partition.partition() + ": " + why;
    }

    /** Returns a sentence for each partition that could not be looked up at once. */
    SortedMap<TopicPartition, String> waits() {
        SortedMap<TopicPartition, String> waits =
                new TreeMap<>(Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition));
        failures.forEach((partition, why) -> waits.put(partition, sentence(partition, why)));
        return waits;
    }

    /** Drops partitions that are read now, or were revoked. */
    void forget(Collection<TopicPartition> partitions) {
        partitions.forEach(lookups::remove);
        partitions.forEach(failures::remove);
    }
}
