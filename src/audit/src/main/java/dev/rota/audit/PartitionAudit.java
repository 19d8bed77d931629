package dev.rota.audit;

import dev.rota.audit.evidence.Evidence;
import dev.rota.audit.evidence.Evidence.OffsetRange;
import dev.rota.audit.evidence.Evidence.Records;
import dev.rota.audit.evidence.StoredRecord;
import dev.rota.audit.findings.Divergence;
import dev.rota.audit.findings.ExpectedHeads;
import dev.rota.audit.findings.Findings;
import dev.rota.audit.findings.UnitFindings;
import dev.rota.audit.inputs.SourceCheck;
import dev.rota.audit.log.LogSequence;
import dev.rota.audit.log.LogShape;
import dev.rota.audit.log.Voids;
import dev.rota.audit.outputs.OutputTrails;
import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Position;
import dev.rota.engine.UnitState;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.machine.NewerBuildNeeded;
import dev.rota.engine.machine.PartitionMachine;
import dev.rota.engine.machine.PartitionMachine.LogBroken;
import dev.rota.engine.rows.MemoryRows;
import dev.rota.settings.Names;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.avro.specific.SpecificRecord;

/**
 * Audits one log partition: runs its records through the engine and compares each decision with the output record.
 *
 *
 * <p>The outputs show how far the scheduler has decided: up to the greatest cause in any of them. Findings at log
 * records up to there count; later log records are pending, since a missing output and one not written yet look the
 * same.
 */
final class PartitionAudit implements AutoCloseable {

    private final Names names;
    private final Evidence evidence;
    private final int partition;
    private final int partitions;
    private final OffsetRange log;

    /** The offset before which the audit stops. */
    private final long end;

    private final Findings findings;
    private final PartitionMachine machine;
    private final SourceCheck sources;
    private final OutputTrails outputs;
    private final ExpectedHeads heads;
    private final Voids voids;

    /**
     * Units whose state has become unknown. Other units are unaffected, since a unit's decisions depend only on its own
     * records.
     */
    private final Set<String> lost = new TreeSet<>();

    @Nullable
    private final String onlyUnit;

    @Nullable
    private Records records;

    @Nullable
    private StoredRecord next;

    private final LogSequence offsets = new LogSequence();
    private long nextTime = Long.MIN_VALUE;
    private final AtomicLong taken = new AtomicLong();

    /** True once everything before {@link #end} was applied, so that remaining outputs have no cause. */
    private boolean complete;

    PartitionAudit(AuditParts parts, Parallel parallel, int partition, long end) {
        this.names = parts.names();
        this.evidence = parts.evidence();
        this.partition = partition;
        this.onlyUnit = parts.scope().unit();
        SortedMap<Integer, OffsetRange> all = evidence.ranges(names.log());
        this.partitions = all.size();
        this.log = all.getOrDefault(partition, new OffsetRange(0, 0));
        this.end = end;
        this.findings = new Findings(partition);
        this.heads = parts.heads();
        this.voids = new Voids(names, evidence, partition);
        this.machine = new PartitionMachine(names.domain(), new MemoryRows(), parallel, this::expect);
        this.sources = new SourceCheck(names, parts.inputs(), partition, partitions, findings);
        this.outputs = new OutputTrails(names, parts.outputs(), partition, partitions, onlyUnit, findings);
        parts.outputs().forEach(reader -> reader.deleted().ifPresent(findings::notCompared));
    }

    int partition() {
        return partition;
    }

    /** Returns the time of the next log record. */
    long nextTime() {
        return nextTime;
    }

    /** Returns the number of log records applied so far. */
    long taken() {
        return taken.get();
    }

    /** Applies up to {@code count} log records. Returns whether there are more. */
    boolean advance(int count) {
        if (log.begin() > 0) {
            findings.diverges(Divergence.of(
                    at(log.begin()),
                    "the log begins here: what came before was deleted, and with it the state behind all later"
                            + " decisions; offsets " + log.begin() + " to " + (end - 1)
                            + " cannot be compared (retention deleted them, not the scheduler)"));
            return stop();
        }
        try {
            if (records == null) {
                records = evidence.read(names.log(), partition, log.begin(), end);
                next = read(records);
            }
            for (int i = 0; i < count && next != null; i++) {
                missing(offsets.pass(next.offset()));
                if (!take(next)) {
                    return stop();
                }
                taken.incrementAndGet();
                next = read(records);
            }
            if (next != null) {
                nextTime = next.time();
                return true;
            }
            missing(offsets.before(end));
            complete = true;
            if (end > 0 && end - 1 > findings.confirmed() && outputs.isDecided(end - 1)) {
                findings.confirm(end - 1);
            }
        } catch (Evidence.UnreadableRecord e) {
            findings.diverges(Divergence.unreadable(e));
        } catch (Unfollowable e) {
            if (e.needsNewerBuild()) {
                findings.needsNewerBuild(e.at() + " and what follows: " + e.getMessage());
            } else {
                findings.diverges(Divergence.of(
                        e.at(),
                        "the log cannot be decided upon from here: " + e.getMessage()
                                + "; what follows was not compared"));
            }
        }
        return stop();
    }

    private boolean stop() {
        close();
        return false;
    }

    /** Checks the remaining outputs. Called when the audits of all log partitions have ended. */
    Findings finish() {
        outputs.leftOver(complete ? end : comparable());
        long decided = log.begin() > 0 ? log.begin() : findings.confirmed() + 1;
        findings.range(
                log.begin(),
                decided,
                Math.max(0, log.end() - decided),
                Math.max(0, log.end() - Math.max(decided, recomputed())));
        return findings;
    }

    /** Returns the offset before which every record was recomputed, and has no decision that the outputs lack. */
    private long recomputed() {
        if (complete) {
            return end;
        }
        return next == null ? offsets.next() : next.offset();
    }

    /** Returns the first log offset whose outputs cannot be compared. */
    private long comparable() {
        return findings.needsNewerBuild() && next != null ? next.offset() : offsets.next();
    }

    private void missing(@Nullable LogSequence.Gap gap) {
        if (gap != null) {
            findings.diverges(Divergence.of(
                    at(gap.first()),
                    (gap.isSingle() ? "this log record is" : "the log records from here to " + at(gap.last()) + " are")
                            + " missing, and a log has no gaps"));
        }
    }

    private @Nullable StoredRecord read(Records reading) {
        while (true) {
            try {
                return reading.next();
            } catch (Evidence.UnreadableRecord e) {
                if (!e.canContinue()) {
                    throw e;
                }
                findings.diverges(Divergence.unreadable(e));
            }
        }
    }

    /** Applies one log record. Returns false if nothing shows that it or a later one was decided. */
    private boolean take(StoredRecord stored) {
        Position position = new Position(partition, stored.offset(), stored.time());
        LogRecord record;
        try {
            record = LogFormat.parse(position, stored.key(), stored::header, stored.value());
        } catch (LogFormat.ForeignRecord e) {
            findings.diverges(Divergence.of(stored.at(), "intake did not write this: " + e.getMessage()));
            return true;
        }
        String unit = unit(record);
        if (unit != null
                && (lost.contains(unit) || (onlyUnit != null && !onlyUnit.isEmpty() && !onlyUnit.equals(unit)))) {
            return true;
        }
        outputs.clear();
        PartitionMachine.Outcome outcome;
        try {
            LogRecord.Voiding voiding = voiding(stored.offset());
            outcome = voiding == null ? machine.handle(record) : machine.voided(record, voiding);
        } catch (RuntimeException e) {
            // A scheduler or Avro may fail in any way on a record that intake did not write; the audit continues.
            lose(stored, record, unit, e);
            return true;
        }
        switch (outcome) {
            case TAKEN, VOIDED -> {
                return taken(stored, record, machine.chainedTo());
            }
            case DUPLICATE -> {
                findings.duplicate();
                // A duplicate is not decided, but one that intake cannot have written shows tampering.
                object(stored, formObjection(stored, record, null));
            }
            case IDLE, HEARD -> heard(stored, record);
        }
        return true;
    }

    private @Nullable LogRecord.Voiding voiding(long offset) {
        StoredRecord rejection = outputs.rejection(offset);
        return rejection == null ? null : voids.of(offset, rejection);
    }

    private boolean taken(StoredRecord stored, LogRecord record, String unit) {
        UnitFindings unitFindings = findings.unitAhead(unit);
        UnitState state = machine.unit(unit);
        if (state != null) {
            heads.passed(stored, unit, state.getChain(), unitFindings.seqAhead(), state.getSeq());
            unitFindings.record(state.getChain(), state.getSeq());
        }
        String objection = objection(stored, record, machine.lastEvent());
        if (objection != null) {
            unitFindings.diverges(stored.offset(), Divergence.of(stored.at(), objection));
        }
        return outputs.compare(stored.offset(), unitFindings);
    }

    private void heard(StoredRecord stored, LogRecord record) {
        if (record instanceof LogRecord.Schema schema) {
            sources.learn(schema);
        } else if (record instanceof LogRecord.Mapped mapping) {
            sources.learn(mapping);
        } else if (record instanceof LogRecord.Rules rules) {
            findings.rules(rules.number(), stored.offset(), rules.build());
        }
        object(stored, formObjection(stored, record, null));
    }

    private void object(StoredRecord stored, @Nullable String objection) {
        if (objection != null) {
            findings.diverges(Divergence.of(stored.at(), objection));
        }
    }

    private @Nullable String objection(StoredRecord stored, LogRecord record, @Nullable SpecificRecord decoded) {
        String objection = formObjection(stored, record, decoded);
        if (objection == null && record instanceof LogRecord.Event event) {
            objection = sources.bytesObjection(event, decoded);
        } else if (objection == null && record instanceof LogRecord.Refused refused) {
            objection = sources.bytesObjection(refused);
        }
        return objection;
    }

    private @Nullable String formObjection(StoredRecord stored, LogRecord record, @Nullable SpecificRecord decoded) {
        String objection = null;
        if (record instanceof LogRecord.Event event) {
            objection = sources.formObjection(event, stored.key() == null ? new byte[0] : stored.key(), decoded);
        } else if (record instanceof LogRecord.Refused refused) {
            objection = sources.formObjection(refused);
        } else if (record instanceof LogRecord.Rules rules && rules.partitions() != partitions) {
            objection = "the log was made with " + rules.partitions() + " partitions, but there are " + partitions;
        }
        return objection != null ? objection : LogShape.objection(stored, record);
    }

    /** Excludes the unit of a record on which the engine fails; for a rules record, stops the partition. */
    private void lose(StoredRecord stored, LogRecord record, @Nullable String unit, RuntimeException failure) {
        String why = failure instanceof LogBroken
                ? String.valueOf(failure.getMessage())
                : "the scheduler fails on it: " + failure;
        if (record instanceof LogRecord.Rules) {
            throw new Unfollowable(stored.at(), why, failure instanceof NewerBuildNeeded);
        }
        if (unit == null) {
            findings.diverges(Divergence.of(stored.at(), why));
            return;
        }
        lost.add(unit);
        String objection = objection(stored, record, null);
        if (objection != null) {
            findings.unit(unit).diverges(stored.offset(), Divergence.of(stored.at(), objection));
        } else {
            // The scheduler would halt here too; it is a divergence if the outputs show that it continued.
            findings.unitAhead(unit).divergesAhead(stored.offset(), Divergence.of(stored.at(), why));
        }
    }

    /** Returns the record's unit, or null if it concerns the whole partition. */
    static @Nullable String unit(LogRecord record) {
        return record instanceof LogRecord.Refused ? "" : record.unit();
    }

    private void expect(Decision decision, ByteBuffer chain) {
        outputs.expect(decision, chain, machine.schemaId(decision));
    }

    private String at(long offset) {
        return names.log() + "/" + partition + "/" + offset;
    }

    @Override
    public void close() {
        if (records != null) {
            records.close();
            records = null;
        }
    }

    /** Thrown if the log continues with rules that this build does not support, or has none. */
    private static final class Unfollowable extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final String at;
        private final boolean needsNewerBuild;

        Unfollowable(String at, String why, boolean needsNewerBuild) {
            super(why, null, false, false);
            this.at = at;
            this.needsNewerBuild = needsNewerBuild;
        }

        boolean needsNewerBuild() {
            return needsNewerBuild;
        }

        String at() {
            return at;
        }
    }
}
