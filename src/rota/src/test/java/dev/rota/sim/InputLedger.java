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
 * Computes the expected contents of the log independently of intake: each committed input once, in order and after its
 * schema. No position may be committed before its records are in the log. An input that was deleted before intake could
 * read it may be missing.
 */
final class InputLedger {

    /** An input partition, with the topic's id since the topic may be created again. */
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
    /** Offsets of all committed records, including those that have been deleted since. */
    private final SortedMap<Input, SortedSet<Long>> written = new TreeMap<>();

    /** Ids of the topics that were deleted. Records that were not in the log by then may be missing. */
    private final Set<String> deleted = new HashSet<>();

    /** True once an intake has stopped because records are gone, and an operator has accepted the gap. */
    private boolean gapAccepted;

    /** The next offset to read in each log partition. */
    private final Map<Integer, Long> looked = new HashMap<>();

    /**
     * The inputs in each log partition: true if the scheduler accepts the record at the offset, false if it drops it.
     */
    private final SortedMap<Integer, SortedMap<Long, Boolean>> logged = new TreeMap<>();

    /** The last offset that the scheduler accepts, by log partition and input. Only greater offsets are accepted. */
    private final Map<String, Long> lastTaken = new HashMap<>();

    private final SortedMap<Input, SortedSet<Long>> taken = new TreeMap<>();
    private final Map<Integer, Set<Integer>> schemas = new HashMap<>();

    InputLedger(SimCluster cluster, Names names, List<String> violations) {
        this.cluster = cluster;
        this.names = names;
        this.violations = violations;
    }

    /** Records the offsets in the inputs before anything can delete them. */
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

    /** Records that a topic is about to be deleted, so its unread records are lost. */
    void deleting(String topic) {
        readInputs();
        SimTopic gone = cluster.topic(topic);
        if (gone != null) {
            deleted.add(gone.id().toString());
        }
    }

    /** Checks that the log contains no record at or beyond a position that is marked as clean. */
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

    /** Reads new inputs and new log records, and checks them. */
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

    /**
     * Accepts an input or drops it as a repetition, as a scheduler does: an offset that is not beyond the last one is a
     * repetition.
     */
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

    // ---- Checks during the run ------------------------------------------------------------------------------------

    /** Checks committed positions: all records before them must be in the log. */
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

    /** Returns whether records were deleted, possibly before intake could read them. */
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

    /** Checks that records are gone, as an intake that stopped has stated. */
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

    /** Checks that a position was not left cleanly, as an intake that stopped after a mapping change has stated. */
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

    // ---- Final checks ---------------------------------------------------------------------------------------------

    boolean isComplete() {
        return missing().isEmpty();
    }

    /** Returns the inputs that exist and are not in the log. */
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
     * Checks that each input was decided once, according to the causes of the outputs.
     *
     * @param all whether each event has an output
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

    /** Checks that the log contains only inputs that were committed. */
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
