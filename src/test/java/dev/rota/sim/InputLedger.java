package dev.rota.sim;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Position;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.log.Source;
import dev.rota.kafka.LogHeaders;
import dev.rota.settings.Names;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * What must be in the log, counted independently of intake: each committed input once, in order, after its schema, and no
 * position before its records. An input that was deleted before anybody could read it may be missing.
 */
final class InputLedger {

    /** A partition of a topic in one of its lives. */
    private record Input(String topicId, int partition) implements Comparable<Input> {
        @Override
        public int compareTo(Input other) {
            int byId = topicId.compareTo(other.topicId);
            return byId != 0 ? byId : Integer.compare(partition, other.partition);
        }
    }

    private final SimCluster cluster;
    private final Names names;
    private final List<String> violations;
    /** Offsets of committed records, as long as they were there. */
    private final SortedMap<Input, SortedSet<Long>> written = new TreeMap<>();

    /** Topics that were deleted, and what was not in the log then. */
    private final Set<String> deleted = new HashSet<>();

    /** Somebody was told that records are gone, and let it go on. */
    private boolean gapAccepted;

    /** Log records that have been looked at, by partition. */
    private final Map<Integer, Long> looked = new HashMap<>();

    /** Inputs in the log, by log partition: whether the scheduler takes the record at an offset, or drops it. */
    private final SortedMap<Integer, SortedMap<Long, Boolean>> logged = new TreeMap<>();

    /** By log partition and input: the offsets that the scheduler takes, each beyond the last. */
    private final Map<String, Long> lastTaken = new HashMap<>();

    private final SortedMap<Input, SortedSet<Long>> taken = new TreeMap<>();
    private final Map<Integer, Set<Integer>> schemas = new HashMap<>();

    InputLedger(SimCluster cluster, Names names, List<String> violations) {
        this.cluster = cluster;
        this.names = names;
        this.violations = violations;
    }

    /** Notes what is in the inputs, before anything can delete it. */
    void readInputs() {
        for (var input : names.domain().inputs()) {
            SimTopic topic = cluster.topic(names.topic(input.topic()));
            for (int i = 0; topic != null && i < topic.partitions().size(); i++) {
                SortedSet<Long> offsets =
                        written.computeIfAbsent(new Input(topic.id().toString(), i), none -> new TreeSet<>());
                topic.partitions()
                        .get(i)
                        .read(0, true, Integer.MAX_VALUE)
                        .forEach(record -> offsets.add(record.offset()));
            }
        }
    }

    /** A topic is about to be deleted: what was not read of it is lost. */
    void deleting(String topic) {
        readInputs();
        SimTopic gone = cluster.topic(topic);
        if (gone != null) {
            deleted.add(gone.id().toString());
        }
    }

    /** A mark that says that nothing was appended beyond it. */
    private void cleanMarksMustHold() {
        for (var input : names.domain().inputs()) {
            String name = names.topic(input.topic());
            SimTopic topic = cluster.topic(name);
            for (int i = 0; topic != null && i < topic.partitions().size(); i++) {
                SimGroup.Committed mark = cluster.group(names.intake()).committed(new TopicPartition(name, i));
                if (mark != null && isClean(mark.metadata())) {
                    Input its = new Input(part(mark.metadata(), "id="), i);
                    SortedSet<Long> beyond =
                            taken.getOrDefault(its, new TreeSet<>()).tailSet(mark.offset());
                    if (!beyond.isEmpty()) {
                        violations.add(
                                "position " + mark.offset() + " of " + its + " is clean, but the log has " + beyond);
                    }
                }
            }
        }
    }

    /** Looks at what the log has got. */
    void look() {
        readInputs();
        readLog();
        cleanMarksMustHold();
    }

    private void readLog() {
        SimTopic log = cluster.topic(names.log());
        for (int i = 0; log != null && i < log.partitions().size(); i++) {
            long from = looked.getOrDefault(i, 0L);
            for (SimRecord record : log.partitions().get(i).read(from, false, Integer.MAX_VALUE)) {
                looked.put(i, record.offset() + 1);
                take(i, record);
            }
        }
    }

    private void take(int partition, SimRecord record) {
        try {
            LogRecord parsed = LogHeaders.parse(
                    new Position(partition, record.offset(), record.timestamp()),
                    record.key(),
                    new RecordHeaders(record.headers()),
                    record.value());
            if (record.offset() == 0 && !(parsed instanceof LogRecord.Rules)) {
                violations.add("log partition " + partition + " does not begin with the rules");
            }
            if (parsed instanceof LogRecord.Schema schema) {
                schemas.computeIfAbsent(partition, none -> new HashSet<>()).add(schema.id());
            } else if (parsed instanceof LogRecord.Event event) {
                int id = dev.rota.engine.schema.Framing.schemaId(event.value());
                if (!schemas.getOrDefault(partition, Set.of()).contains(id)) {
                    violations.add("log " + partition + "/" + record.offset() + " is before its schema " + id);
                }
                take(partition, record.offset(), event.source());
            } else if (parsed instanceof LogRecord.Refused refused) {
                take(partition, record.offset(), refused.source());
            }
        } catch (LogFormat.ForeignRecord e) {
            violations.add("log " + partition + "/" + record.offset() + " is foreign: " + e.getMessage());
        }
    }

    /** As a scheduler does: what is not beyond the last of its input is a repetition. */
    private void take(int partition, long at, Source source) {
        Input input = new Input(source.topicId(), source.partition());
        Long last = lastTaken.get(partition + "/" + input);
        boolean first = last == null || source.offset() > last;
        logged.computeIfAbsent(partition, none -> new TreeMap<>()).put(at, first);
        if (!first) {
            return;
        }
        lastTaken.put(partition + "/" + input, source.offset());
        if (!taken.computeIfAbsent(input, none -> new TreeSet<>()).add(source.offset())) {
            violations.add(input + "/" + source.offset() + " is accepted twice, again in log partition " + partition);
        }
    }

    // ---- While it runs --------------------------------------------------------------------------------------------

    /** A position was committed: all before it must be in the log. */
    void committed(Map<TopicPartition, SimGroup.Committed> positions) {
        readLog();
        readInputs();
        positions.forEach((partition, committed) -> {
            String id = part(committed.metadata(), "id=");
            Input input = new Input(id, partition.partition());
            SortedSet<Long> there = taken.getOrDefault(input, new TreeSet<>());
            List<Long> missing = missing(input, committed.offset(), there);
            if (!missing.isEmpty() && lost(input, missing) && !deleted.contains(id) && !gapAccepted) {
                violations.add("records " + missing + " of " + input + " were skipped, and nobody said so");
            }
            if (!missing.isEmpty() && !lost(input, missing)) {
                violations.add("position " + committed.offset() + " of " + input + " is before its records " + missing);
            }
        });
        cleanMarksMustHold();
    }

    private List<Long> missing(Input input, long before, SortedSet<Long> there) {
        List<Long> missing =
                new ArrayList<>(written.getOrDefault(input, new TreeSet<>()).headSet(before));
        missing.removeAll(there);
        return missing;
    }

    /** Whether records were deleted; they may have been so before anybody read them. */
    private boolean lost(Input input, List<Long> offsets) {
        if (deleted.contains(input.topicId())) {
            return true;
        }
        SimTopic topic = cluster.byId(Uuid.fromString(input.topicId()));
        return offsets.get(offsets.size() - 1)
                < topic.partitions().get(input.partition()).begin();
    }

    private static String part(String metadata, String name) {
        int from = metadata.indexOf(name) + name.length();
        int to = metadata.indexOf(' ', from);
        return metadata.substring(from, to < 0 ? metadata.length() : to);
    }

    /** An intake says that it cannot go on since records are gone. */
    void gapMustBeTrue(String reason) {
        gapAccepted = true;
        boolean gone = written.keySet().stream().anyMatch(input -> {
            SimTopic topic = cluster.byId(Uuid.fromString(input.topicId()));
            return deleted.contains(input.topicId())
                    || topic.partitions().get(input.partition()).begin() > 0;
        });
        if (!gone) {
            violations.add("nothing was deleted, but: " + reason);
        }
    }

    /** An intake says that an input was left by another mapping, and not cleanly. */
    void uncleanMarkMustBeThere(String reason) {
        boolean unclean = false;
        for (var input : names.domain().inputs()) {
            String name = names.topic(input.topic());
            SimTopic topic = cluster.topic(name);
            for (int i = 0; topic != null && i < topic.partitions().size(); i++) {
                SimGroup.Committed mark = cluster.group(names.intake()).committed(new TopicPartition(name, i));
                unclean |= mark != null && !isClean(mark.metadata());
            }
        }
        for (SimRecord record : Objects.requireNonNull(cluster.topic(names.positions()))
                .partitions()
                .get(0)
                .read(0, true, Integer.MAX_VALUE)) {
            String kept = new String(Objects.requireNonNull(record.value()), UTF_8);
            unclean |= kept.contains(" id=") && !isClean(kept);
        }
        if (!unclean) {
            violations.add("all positions are clean, but: " + reason);
        }
    }

    private static boolean isClean(String mark) {
        return mark.contains(" clean");
    }

    // ---- In the end -----------------------------------------------------------------------------------------------

    boolean isComplete() {
        return missing().isEmpty();
    }

    /** Inputs that are there and not in the log. */
    List<String> missing() {
        readInputs();
        readLog();
        List<String> missing = new ArrayList<>();
        written.forEach((input, offsets) -> {
            List<Long> not = missing(input, Long.MAX_VALUE, taken.getOrDefault(input, new TreeSet<>()));
            not.removeIf(offset -> lost(input, List.of(offset)));
            if (!not.isEmpty()) {
                missing.add(input + " " + not);
            }
        });
        return missing;
    }

    /**
     * Each input has been decided once, going by the causes of the outputs.
     *
     * @param all whether something comes of each event
     */
    void checkCauses(Map<Integer, SortedSet<Long>> causes, boolean all) {
        readLog();
        logged.forEach((partition, records) -> records.forEach((offset, first) -> {
            boolean decided = causes.getOrDefault(partition, new TreeSet<>()).contains(offset);
            if (first && !decided && all) {
                violations.add("log " + partition + "/" + offset + " was not decided");
            } else if (!first && decided) {
                violations.add("log " + partition + "/" + offset + " repeats an input, and was decided again");
            }
        }));
    }

    /** Nothing is in the log that was not committed to an input. */
    void check() {
        readLog();
        taken.forEach((input, offsets) -> {
            List<Long> invented = new ArrayList<>(offsets);
            invented.removeAll(written.getOrDefault(input, new TreeSet<>()));
            if (!invented.isEmpty()) {
                violations.add("the log has " + invented + " of " + input + ", which was never committed");
            }
        });
    }
}
