package dev.rota.audit;

import dev.rota.audit.Evidence.Stretch;
import dev.rota.audit.OutputTrail.Caused;
import dev.rota.engine.Checkpoint;
import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.engine.OutputFormat;
import dev.rota.serde.Partitions;
import dev.rota.settings.Names;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What one log partition caused in all output partitions, held against what it must have caused. */
final class OutputTrails implements AutoCloseable {

    /** An output partition. */
    private record Place(String topic, int partition) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            int byTopic = topic.compareTo(other.topic);
            return byTopic != 0 ? byTopic : Integer.compare(partition, other.partition);
        }
    }

    private record Expected(Place place, Comparison record, boolean checkpoint) {}

    private final Names names;
    private final int partition;
    private final OutputFormat format;
    private final Findings findings;
    private final SortedMap<Place, OutputTrail> trails = new TreeMap<>();
    private final Map<String, Integer> outputPartitions = new TreeMap<>();
    private final List<Expected> expected = new ArrayList<>();

    @Nullable
    private final String onlyUnit;

    OutputTrails(Names names, Evidence evidence, int partition, @Nullable String onlyUnit, Findings findings) {
        this.names = names;
        this.partition = partition;
        this.onlyUnit = onlyUnit;
        this.findings = findings;
        this.format = new OutputFormat(names.domain(), names.log());
        for (Output<?> output : names.domain().outputs()) {
            open(names.topic(output.topic()), evidence);
        }
    }

    private void open(String topic, Evidence evidence) {
        SortedMap<Integer, Stretch> stretches = evidence.stretches(topic);
        outputPartitions.put(topic, stretches.size());
        stretches.forEach((number, stretch) -> {
            if (stretch.begin() > 0) {
                findings.notCompared(topic + "/" + number + ": offsets 0 to " + (stretch.begin() - 1)
                        + " were deleted by retention");
            }
            try {
                trails.put(
                        new Place(topic, number),
                        new OutputTrail(
                                evidence.read(topic, number, stretch.begin(), stretch.end()),
                                names.log() + "/" + partition,
                                stretch.begin() > 0));
            } catch (Evidence.Unreadable e) {
                findings.diverges(Divergence.unreadable(e));
            }
        });
    }

    /** Forgets what the last log record caused. */
    void clear() {
        expected.clear();
    }

    /** Takes note of what the log record at hand must have caused. */
    void expect(Decision decision, ByteBuffer chain, int schemaId) {
        byte[] key = format.key(decision);
        String topic = names.topic(decision.output().topic());
        int partitions = outputPartitions.getOrDefault(topic, 0);
        Place place = new Place(topic, partitions == 0 ? 0 : Partitions.of(key, partitions));
        expected.add(new Expected(
                place,
                new Comparison(decision, key, format.headers(decision, chain), format.value(decision, schemaId)),
                decision.value() instanceof Checkpoint));
    }

    /**
     * Holds what must be against what is there.
     *
     * @param unit whose record it is; null where it is nobody's and can have caused nothing
     */
    void compare(long cause, @Nullable UnitFindings unit) {
        trails.forEach((place, trail) -> {
            trail.before(cause, this::undecided);
            if (unit != null) {
                compare(
                        trail,
                        expected.stream()
                                .filter(one -> one.place().equals(place))
                                .toList(),
                        unit,
                        cause);
            }
            // What is left of this cause is one too many.
            trail.before(cause + 1, this::undecided);
        });
        for (Expected one : expected) {
            if (unit != null && !trails.containsKey(one.place())) {
                unit.diverges(missing(one, cause));
            }
        }
    }

    private void compare(OutputTrail trail, List<Expected> wanted, UnitFindings unit, long cause) {
        List<StoredRecord> there = trail.of(cause, wanted.size());
        // Where retention deleted the beginning, it may have cut through the records of one cause.
        int deleted = trail.mayBeDeletedBefore(there.size()) ? wanted.size() - there.size() : 0;
        for (int i = 0; i < deleted; i++) {
            unit.notCompared();
        }
        for (int i = deleted; i < wanted.size(); i++) {
            Expected one = wanted.get(i);
            if (i - deleted >= there.size()) {
                unit.diverges(missing(one, cause));
                continue;
            }
            StoredRecord record = there.get(i - deleted);
            String difference = one.record().difference(record);
            if (difference == null) {
                unit.decision(one.checkpoint());
            } else {
                unit.diverges(new Divergence(
                        record.at(),
                        difference + " (caused by " + at(cause) + ")",
                        one.record().there(record),
                        one.record().expected()));
            }
        }
    }

    private Divergence missing(Expected one, long cause) {
        return new Divergence(
                one.place().topic() + "/" + one.place().partition(),
                "the record that log record " + at(cause) + " caused is missing",
                null,
                one.record().expected());
    }

    private void undecided(Caused caused) {
        String unit = caused.record().headerText(OutputFormat.UNIT);
        if (onlyUnit == null || onlyUnit.equals(unit)) {
            findings.unit(unit)
                    .diverges(Divergence.of(
                            caused.record().at(),
                            "the scheduler did not decide this: it is one record too many, or out of order (it names "
                                    + at(caused.cause()) + " as its cause)"));
        }
    }

    private String at(long cause) {
        return names.log() + "/" + partition + "/" + cause;
    }

    /** Reads the outputs up to a cause: nothing there may name one that was dealt with. */
    void leftOver(long to) {
        trails.values().forEach(trail -> trail.before(to, this::undecided));
    }

    @Override
    public void close() {
        trails.values().forEach(OutputTrail::close);
    }
}
