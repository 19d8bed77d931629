package dev.rota.stream.intake;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.stream.common.StoppedException;
import dev.rota.stream.intake.InputRanges.Range;
import dev.rota.stream.intake.KeptPositions.Kept;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Looks up an input partition's position: in the consumer group, else among the {@link KeptPositions}, else by a scan
 * of the log. It is the beginning only if none of them contains the partition. The last two are read at most once.
 */
final class PositionLookup {

    private static final Logger LOG = LoggerFactory.getLogger(PositionLookup.class);

    private final String group;
    private final KeptPositions kept;
    private final Supplier<LogScan> log;
    private final Supplier<LogScan> logEnd;
    private final Supplier<SortedSet<String>> foreign;
    private final Set<Integer> shortened;
    private @Nullable Kept known;
    private @Nullable LogScan scan;
    private @Nullable LogScan end;

    /**
     * @param foreign returns the topics of which the group has offsets that intake has not committed
     * @param log reads the log
     * @param logEnd reads the log's last records
     * @param shortened log partitions that lost acknowledged records
     */
    PositionLookup(
            String group,
            Supplier<SortedSet<String>> foreign,
            KeptPositions kept,
            Supplier<LogScan> log,
            Supplier<LogScan> logEnd,
            Set<Integer> shortened) {
        this.foreign = foreign;
        this.group = group;
        this.kept = kept;
        this.log = log;
        this.logEnd = logEnd;
        this.shortened = shortened;
    }

    /**
     * Returns a partition's position.
     *
     * @param start the position of a partition that was never read
     * @param committed the group's offset; null if it has none
     */
    PositionMark left(TopicPartition partition, PositionMark start, @Nullable OffsetAndMetadata committed) {
        PositionMark left = committed == null ? notCommitted(partition, start) : committed(partition, start, committed);
        if (shortened.isEmpty() || !left.topicId().equals(start.topicId())) {
            return left;
        }
        long at = scan().resumeAt(start.topicId(), partition.partition(), shortened);
        if (at >= left.next()) {
            return left;
        }
        LOG.warn("{} is read again from offset {}, for the log has lost records", partition, at);
        return scanned(partition, left, at);
    }

    private PositionMark committed(TopicPartition partition, PositionMark start, OffsetAndMetadata committed) {
        PositionMark left = PositionMark.of(committed, start.reading()::with);
        if (left == null) {
            SortedSet<String> topics = new TreeSet<>(foreign.get());
            topics.add(partition.topic());
            throw new StoppedException(
                    "intake stops: offset " + committed.offset() + " of " + partition + " in group " + group
                            + " was not committed by intake, so records could be skipped. Stop all instances, delete these"
                            + " offsets, and start again, since intake has its own record of positions:"
                            + " kafka-consumer-groups --bootstrap-server HOST:PORT --delete-offsets --group " + group
                            + topics.stream().map(topic -> " --topic " + topic).collect(Collectors.joining())
                            + " (Kafka refuses that with GROUP_SUBSCRIBED_TO_TOPIC for some seconds after the last instance has"
                            + " stopped, until its session has ended)");
        }
        return left;
    }

    private PositionMark notCommitted(TopicPartition partition, PositionMark start) {
        if (known == null) {
            known = kept.read();
        }
        PositionMark left = known.position(start.topicId(), partition.partition());
        if (left != null) {
            // Nothing beyond a clean position was ever appended: the topic was adopted there, or intake ended in order.
            LOG.atLevel(left.clean() ? Level.INFO : Level.WARN)
                    .log(
                            "Group {} has no offset of {}; resuming at {}, as intake's own record says",
                            group,
                            partition,
                            left.next());
            return left;
        }
        if (known.hasTopic(start.topicId()) || !scan().has(start.topicId(), partition.partition())) {
            return start;
        }
        long at = scan().resumeAt(start.topicId(), partition.partition());
        LOG.warn(
                "Neither group {} nor intake's own record has a position of {}; resuming at {}, by what the log holds",
                group,
                partition,
                at);
        return scanned(partition, start, at);
    }

    /** Returns an earlier position than a known one, which is read as that one was. */
    private PositionMark scanned(TopicPartition partition, PositionMark known, long at) {
        SortedSet<Long> refused = scan().refused(known.topicId(), partition.partition(), at);
        // Records of an adopted topic may be in the log by an earlier mapping than the newest.
        int mapping = scan().mapping(known.topicId(), partition.partition());
        Reading reading = mapping > 0 ? new Reading.MappingVersion(mapping) : known.reading();
        return new PositionMark(known.topicId(), at, known.mapping(), reading, false, new TreeSet<>(refused));
    }

    /**
     * Requires the same mapping of inputs to units for a position that is not clean. What was appended beyond it is
     * unknown, and only the same mapping puts it where its duplicates are dropped. A position at the end of its input
     * is clean.
     */
    void requireMapping(Domain domain, AwaitedInputs awaited, Map<TopicPartition, AwaitedInputs.Position> positions) {
        String mapping = PositionMark.digest(domain.mapping());
        Map<TopicPartition, AwaitedInputs.Position> unclean = new HashMap<>(positions);
        unclean.values()
                .removeIf(each -> each.left().clean() || each.left().mapping().equals(mapping));
        // Looked up after the positions, as the offsets of all partitions are.
        Map<TopicPartition, Range> ranges = unclean.isEmpty() ? Map.of() : awaited.prompt(unclean.keySet());
        unclean.forEach((partition, position) -> {
            PositionMark left = position.left();
            Range range = ranges.get(partition);
            if (range == null || range.end() != left.next()) {
                refuseMapping(domain, partition);
            }
            positions.put(partition, new AwaitedInputs.Position(left.cleaned(), position.inGroup()));
        });
    }

    private static void refuseMapping(Domain domain, TopicPartition partition) {
        String settings = domain.settings().stream()
                .sorted()
                .map(setting -> domain.name() + "." + setting)
                .collect(Collectors.joining(" and "));
        throw new StoppedException("intake stops: " + partition + " was read with another " + settings
                + " and not left cleanly, so records could be decided twice; start once with the former " + settings
                + " until all inputs are read, stop with Ctrl-C or SIGTERM, then change it");
    }

    /**
     * Returns the offsets from a position on whose records the log is known to contain, as its end shows, or all of it
     * if that was read. They need not be appended again.
     */
    SortedSet<Long> appended(TopicPartition partition, PositionMark left) {
        if (scan == null && end == null) {
            end = logEnd.get();
        }
        LogScan known = scan == null ? Objects.requireNonNull(end) : scan;
        SortedSet<Long> offsets = known.appended(left.topicId(), partition.partition(), left.next());
        if (!offsets.isEmpty()) {
            LOG.info("The log has {} records of {} from offset {} on already", offsets.size(), partition, left.next());
        }
        return offsets;
    }

    private LogScan scan() {
        if (scan == null) {
            scan = log.get();
        }
        return scan;
    }
}
