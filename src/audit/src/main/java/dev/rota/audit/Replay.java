package dev.rota.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.audit.evidence.AuditRefused;
import dev.rota.audit.evidence.Evidence;
import dev.rota.audit.evidence.Evidence.OffsetRange;
import dev.rota.audit.evidence.Evidence.Records;
import dev.rota.audit.evidence.StoredRecord;
import dev.rota.audit.log.LogSequence;
import dev.rota.audit.log.Voids;
import dev.rota.engine.Answered;
import dev.rota.engine.Domain;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Position;
import dev.rota.engine.Tables;
import dev.rota.engine.UnitState;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.machine.Decisions;
import dev.rota.engine.machine.PartitionMachine;
import dev.rota.engine.rows.MemoryRows;
import dev.rota.kafka.Partitions;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecord;

/** Recomputes units from the log, from its beginning to its end, without comparing outputs as {@link Audit} does. */
public final class Replay implements AutoCloseable {

    /** A unit's tables and time at the end of its log. */
    public record Replayed(Tables tables, long now) {}

    /** Observes a replay. An exception that it throws ends the replay. */
    public interface Watch {

        Watch NONE = new Watch() {};

        /** Called when a log record was applied. The chain of that unit took it unless the outcome is another. */
        default void applied(LogRecord record, PartitionMachine.Outcome outcome, String chainedTo) {}

        /** Called when {@code done} of {@code all} log records have been read. */
        default void progress(long done, long all) {}
    }

    /** Applies the records of a log partition, in order. */
    public interface Application {

        /**
         * Applies a record.
         *
         * @param voiding the operator's declaration that the record is undecidable, or null if there is none
         */
        void take(LogRecord record, @Nullable LogRecord.Voiding voiding);
    }

    private final Names names;
    private final Evidence evidence;

    private Replay(NamedEvidence recording) {
        this.names = recording.names();
        this.evidence = recording.evidence();
    }

    /** Returns a replay of a cluster's log. */
    public static Replay ofCluster(Domain domain, Settings settings) {
        return new Replay(NamedEvidence.ofCluster(domain, settings));
    }

    /** Returns a replay of exported files. */
    public static Replay ofFiles(Domain domain, Path folder) {
        return new Replay(NamedEvidence.ofFiles(domain, folder));
    }

    /**
     * Recomputes a unit up to the log record before an offset. Returns null if the log contains no record of the unit.
     */
    public @Nullable Replayed unit(String unit, long before, Watch watch) {
        return unit(names.domain(), unit, before, Parallel.SEQUENTIAL, (decision, chain) -> {}, watch);
    }

    private @Nullable Replayed unit(
            Domain domain, String unit, long before, Parallel parallel, Decisions decisions, Watch watch) {
        return replayed(machine(domain, unit, before, parallel, decisions, watch), unit);
    }

    private PartitionMachine machine(
            Domain domain, String unit, long before, Parallel parallel, Decisions decisions, Watch watch) {
        PartitionMachine machine = new PartitionMachine(domain, new MemoryRows(), parallel, decisions);
        records(unit, before, application(machine, watch), watch);
        return machine;
    }

    /** Reads the log records that concern a unit, before an offset, and has something else apply them. */
    public void records(String unit, long before, Application application, Watch watch) {
        SortedMap<Integer, OffsetRange> log = log();
        partition(Partitions.of(unit.getBytes(UTF_8), log.size()), log, unit, before, application, watch);
    }

    private static Application application(PartitionMachine machine, Watch watch) {
        return (record, voiding) -> {
            PartitionMachine.Outcome outcome =
                    voiding == null ? machine.handle(record) : machine.voided(record, voiding);
            watch.applied(record, outcome, machine.chainedTo());
        };
    }

    /**
     * Answers a question about a unit at the end of its log. Returns null if the log contains no record of the unit.
     * @param parallel runs the work inside decisions
     */
    public @Nullable Answered answer(Inquiry inquiry, String unit, Parallel parallel, Watch watch) {
        PartitionMachine machine = machine(
                inquiry.replaying(names.domain(), unit, new Outputs(names, evidence)),
                unit,
                Long.MAX_VALUE,
                parallel,
                (decision, chain) -> {
                    if (decision.unit().equals(unit)) {
                        inquiry.decided(decision);
                    }
                },
                watch);
        Replayed replayed = replayed(machine, unit);
        if (replayed == null) {
            return null;
        }
        List<SpecificRecord> events = inquiry.events();
        if (!events.isEmpty()) {
            inquiry.tried(machine.reports().trial(unit, events));
        }
        return answered(inquiry, replayed, parallel);
    }

    /**
     * Answers one question about each named unit in one pass, one partition after the other.
     * @param asked a question that one replay of the domain can answer for all units
     */
    public SortedMap<String, Answered> answers(Inquiry.Asked asked) {
        Domain domain = names.domain();
        Map<String, Inquiry> inquiries = new TreeMap<>();
        SortedMap<String, Answered> answers = new TreeMap<>();
        SortedMap<Integer, OffsetRange> log = log();
        for (int partition = 0; partition < log.size(); partition++) {
            PartitionMachine machine = new PartitionMachine(
                    domain,
                    new MemoryRows(),
                    Parallel.SEQUENTIAL,
                    (decision, chain) -> inquiries
                            .computeIfAbsent(decision.unit(), unit -> domain.inquiry(asked))
                            .decided(decision));
            for (String unit :
                    partition(partition, log, null, Long.MAX_VALUE, application(machine, Watch.NONE), Watch.NONE)) {
                Replayed replayed = replayed(machine, unit);
                if (replayed != null) {
                    Inquiry inquiry = inquiries.computeIfAbsent(unit, none -> domain.inquiry(asked));
                    answers.put(unit, answered(inquiry, replayed, Parallel.SEQUENTIAL));
                }
            }
        }
        return answers;
    }

    private static Answered answered(Inquiry inquiry, Replayed replayed, Parallel parallel) {
        return new Answered(inquiry.answer(replayed.tables(), replayed.now(), parallel), replayed.now());
    }

    private SortedMap<Integer, OffsetRange> log() {
        SortedMap<Integer, OffsetRange> log = evidence.ranges(names.log());
        if (log.isEmpty()) {
            throw new AuditRefused("expected the log " + names.log() + ", but it does not exist");
        }
        return log;
    }

    private static @Nullable Replayed replayed(PartitionMachine machine, String unit) {
        UnitState state = machine.unit(unit);
        return state == null ? null : new Replayed(machine.reports().tables(unit), state.getNow());
    }

    /** Applies a partition's records, or only those that concern one unit. Returns the names of the units in them. */
    private Set<String> partition(
            int partition,
            SortedMap<Integer, OffsetRange> log,
            @Nullable String onlyUnit,
            long before,
            Application application,
            Watch watch) {
        OffsetRange held = log.getOrDefault(partition, new OffsetRange(0, 0));
        long end = Math.min(before, held.end());
        Map<Long, LogRecord.Voiding> voids = new Voids(names, evidence, partition).all();
        LogSequence offsets = new LogSequence();
        Set<String> units = new TreeSet<>();
        try (Records records = evidence.read(names.log(), partition, held.begin(), end)) {
            for (StoredRecord record = records.next(); record != null; record = records.next()) {
                mustBeWhole(offsets.pass(record.offset()), partition);
                String unit = take(record, onlyUnit, application, voids);
                if (unit != null && !unit.isEmpty()) {
                    units.add(unit);
                }
                watch.progress(record.offset() - held.begin() + 1, end - held.begin());
            }
        } catch (Evidence.UnreadableRecord e) {
            throw new AuditRefused("expected to read the log, but " + e.at() + " cannot be read: " + e.getMessage());
        } catch (PartitionMachine.LogBroken e) {
            throw new AuditRefused("the log cannot be decided upon: " + e.getMessage());
        }
        mustBeWhole(offsets.before(end), partition);
        return units;
    }

    private void mustBeWhole(@Nullable LogSequence.Gap missing, int partition) {
        if (missing != null) {
            throw new AuditRefused("expected the whole log, but " + names.log() + "/" + partition + "/"
                    + missing.first() + (missing.isSingle() ? " is" : " to " + missing.last() + " are")
                    + " missing, and with them the state behind what follows");
        }
    }

    /** Applies a record. Returns the unit that it names, or null. */
    private static @Nullable String take(
            StoredRecord stored,
            @Nullable String onlyUnit,
            Application application,
            Map<Long, LogRecord.Voiding> voids) {
        LogRecord record;
        try {
            Position position = new Position(stored.partition(), stored.offset(), stored.time());
            record = LogFormat.parse(position, stored.key(), stored::header, stored.value());
        } catch (LogFormat.ForeignRecord e) {
            // The scheduler skips it too, and the audit reports it.
            return null;
        }
        String named = PartitionAudit.unit(record);
        if (named == null || onlyUnit == null || named.equals(onlyUnit)) {
            application.take(record, voids.get(stored.offset()));
        }
        return named;
    }

    @Override
    public void close() {
        evidence.close();
    }
}
