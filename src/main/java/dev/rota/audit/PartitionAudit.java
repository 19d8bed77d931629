package dev.rota.audit;

import dev.rota.audit.Evidence.Records;
import dev.rota.audit.Evidence.Stretch;
import dev.rota.audit.OutputTrail.Caused;
import dev.rota.engine.Chain;
import dev.rota.engine.Checkpoint;
import dev.rota.engine.Decision;
import dev.rota.engine.LogFormat;
import dev.rota.engine.LogRecord;
import dev.rota.engine.MemoryRows;
import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.engine.OutputFormat;
import dev.rota.engine.Parallel;
import dev.rota.engine.PartitionMachine;
import dev.rota.engine.Position;
import dev.rota.engine.UnitState;
import dev.rota.serde.Partitions;
import dev.rota.settings.Names;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The audit of one log partition: its records through the engine, each decision against the record that is there. */
final class PartitionAudit implements AutoCloseable {

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
    private final Evidence evidence;
    private final int partition;
    private final OutputFormat format;
    private final Findings findings;
    private final PartitionMachine machine;
    private final SourceCheck sources;
    private final SortedMap<Place, OutputTrail> trails = new TreeMap<>();
    private final Map<String, Integer> outputPartitions = new TreeMap<>();
    private final List<Expected> expected = new ArrayList<>();

    @Nullable
    private final String onlyUnit;

    PartitionAudit(
            Names names,
            Evidence evidence,
            Parallel parallel,
            int partition,
            int partitions,
            @Nullable String onlyUnit) {
        this.names = names;
        this.evidence = evidence;
        this.partition = partition;
        this.onlyUnit = onlyUnit;
        this.format = new OutputFormat(names.domain(), names.log());
        this.findings = new Findings(partition);
        this.machine = new PartitionMachine(names.domain(), new MemoryRows(), parallel, this::expect);
        this.sources = new SourceCheck(names, evidence, partition, partitions, findings);
    }

    /** Verifies the log from its beginning to before {@code to}. */
    Findings verify(Stretch log, long to) {
        findings.range(log.begin(), Math.max(to, log.begin()), Math.max(0, log.end() - to));
        if (log.begin() > 0) {
            findings.diverges(Divergence.of(
                    names.log() + "/" + partition + "/" + log.begin(),
                    "the log begins here: what came before was deleted, and with it the state behind all later"
                            + " decisions; offsets " + log.begin() + " to " + (to - 1)
                            + " cannot be compared (this is retention's doing, not the scheduler's)"));
            return findings;
        }
        openTrails();
        long offset = log.begin();
        try (Records records = evidence.read(names.log(), partition, log.begin(), to)) {
            for (StoredRecord record = records.next(); record != null; record = records.next()) {
                offset = record.offset();
                take(record);
            }
            leftOver(to);
        } catch (Evidence.Unreadable e) {
            findings.diverges(Divergence.of(e.at(), "the record cannot be read: " + e.getMessage()));
        } catch (PartitionMachine.LogBroken e) {
            findings.diverges(Divergence.of(
                    names.log() + "/" + partition + "/" + offset,
                    "the log cannot be decided upon from here: " + e.getMessage()));
        }
        return findings;
    }

    private void openTrails() {
        for (Output<?> output : names.domain().outputs()) {
            String topic = names.topic(output.topic());
            SortedMap<Integer, Stretch> stretches = evidence.stretches(topic);
            outputPartitions.put(topic, stretches.size());
            stretches.forEach((number, stretch) -> {
                if (stretch.begin() > 0) {
                    findings.notCompared(topic + "/" + number + ": offsets 0 to " + (stretch.begin() - 1)
                            + " were deleted by retention");
                }
                trails.put(
                        new Place(topic, number),
                        new OutputTrail(
                                evidence.read(topic, number, stretch.begin(), stretch.end()),
                                names.log() + "/" + partition,
                                stretch.begin() > 0,
                                findings));
            });
        }
    }

    private void take(StoredRecord stored) {
        Position at = new Position(partition, stored.offset(), stored.time());
        LogRecord record;
        try {
            record = LogFormat.parse(at, stored.key(), stored::header, stored.value());
        } catch (LogFormat.ForeignRecord e) {
            findings.diverges(Divergence.of(stored.at(), "intake did not write this: " + e.getMessage()));
            return;
        }
        String unit = unit(record);
        if (unit != null && onlyUnit != null && !onlyUnit.equals(unit)) {
            return;
        }
        if (record instanceof LogRecord.Schema schema) {
            sources.learn(schema);
        }
        expected.clear();
        switch (machine.handle(record)) {
            case TAKEN -> taken(stored, record, unit == null ? "" : unit);
            case DUPLICATE -> {
                findings.duplicate();
                compare(stored.offset(), findings.unit(unit == null ? "" : unit));
            }
            case IDLE, HEARD -> compare(stored.offset(), null);
        }
    }

    private void taken(StoredRecord stored, LogRecord record, String unit) {
        UnitFindings unitFindings = findings.unit(unit);
        UnitState state = machine.unit(unit);
        if (state != null) {
            unitFindings.record(Chain.hex(state.getChain()));
        }
        String objection = objection(stored, record);
        if (objection != null) {
            unitFindings.diverges(Divergence.of(stored.at(), objection));
        }
        compare(stored.offset(), unitFindings);
    }

    private @Nullable String objection(StoredRecord stored, LogRecord record) {
        if (record instanceof LogRecord.Event event) {
            return sources.objection(event, stored.key() == null ? new byte[0] : stored.key());
        } else if (record instanceof LogRecord.Refused refused) {
            return sources.objection(refused);
        }
        return null;
    }

    private static @Nullable String unit(LogRecord record) {
        if (record instanceof LogRecord.Event event) {
            return event.unit();
        } else if (record instanceof LogRecord.Tick tick) {
            return tick.unit();
        }
        return record instanceof LogRecord.Refused ? "" : null;
    }

    private void expect(Decision decision, ByteBuffer chain) {
        byte[] key = format.key(decision);
        String topic = names.topic(decision.output().topic());
        int partitions = outputPartitions.getOrDefault(topic, 0);
        Place place = new Place(topic, partitions == 0 ? 0 : Partitions.of(key, partitions));
        expected.add(new Expected(
                place,
                new Comparison(
                        decision,
                        key,
                        format.headers(decision, chain),
                        format.value(decision, machine.schemaId(decision.output()))),
                decision.value() instanceof Checkpoint));
    }

    /** Holds what was decided upon one log record against what stands in the outputs. */
    private void compare(long cause, @Nullable UnitFindings unit) {
        trails.forEach((place, trail) -> {
            undecided(trail.before(cause));
            List<StoredRecord> there = trail.of(cause);
            List<Expected> wanted =
                    expected.stream().filter(one -> one.place().equals(place)).toList();
            if (unit != null) {
                compare(trail, wanted, there, unit, cause);
            } else {
                there.forEach(record -> undecided(List.of(new Caused(record, cause))));
            }
        });
        for (Expected one : expected) {
            if (unit != null && !trails.containsKey(one.place())) {
                unit.diverges(missing(one, cause));
            }
        }
    }

    private void compare(
            OutputTrail trail, List<Expected> wanted, List<StoredRecord> there, UnitFindings unit, long cause) {
        // Where retention deleted the beginning, it may have cut through the records of one cause.
        int deleted = trail.mayBeDeletedBefore(there.size()) ? Math.max(0, wanted.size() - there.size()) : 0;
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
                        difference + " (caused by " + names.log() + "/" + partition + "/" + cause + ")",
                        one.record().there(record),
                        one.record().expected()));
            }
        }
        for (int i = wanted.size() - deleted; i < there.size(); i++) {
            undecided(List.of(new Caused(there.get(i), cause)));
        }
    }

    private Divergence missing(Expected one, long cause) {
        return new Divergence(
                one.place().topic() + "/" + one.place().partition(),
                "the record that log record " + names.log() + "/" + partition + "/" + cause + " caused is missing",
                null,
                one.record().expected());
    }

    private void undecided(List<Caused> records) {
        for (Caused caused : records) {
            String unit = caused.record().headerText(OutputFormat.UNIT);
            if (onlyUnit == null || onlyUnit.equals(unit)) {
                findings.unit(unit)
                        .diverges(Divergence.of(
                                caused.record().at(),
                                "the scheduler did not decide this: it is one record too many, or out of order (it"
                                        + " names " + names.log() + "/" + partition + "/" + caused.cause()
                                        + " as its cause)"));
            }
        }
    }

    /** Reads the outputs to their end: nothing there may name a cause that was dealt with. */
    private void leftOver(long to) {
        trails.values().forEach(trail -> undecided(trail.before(to)));
    }

    @Override
    public void close() {
        trails.values().forEach(OutputTrail::close);
        sources.close();
    }
}
