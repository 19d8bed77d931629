package dev.rota.audit;

import dev.rota.audit.Evidence.Records;
import dev.rota.audit.Evidence.Stretch;
import dev.rota.engine.Chain;
import dev.rota.engine.Decision;
import dev.rota.engine.LogFormat;
import dev.rota.engine.LogRecord;
import dev.rota.engine.MemoryRows;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.PartitionMachine;
import dev.rota.engine.PartitionMachine.LogBroken;
import dev.rota.engine.Position;
import dev.rota.engine.UnitState;
import dev.rota.settings.Names;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.TreeSet;

/** The audit of one log partition: its records through the engine, each decision against the record that is there. */
final class PartitionAudit implements AutoCloseable {

    private final Names names;
    private final Evidence evidence;
    private final int partition;
    private final int partitions;
    private final Findings findings;
    private final PartitionMachine machine;
    private final SourceCheck sources;
    private final OutputTrails outputs;

    /** Units that cannot be followed any further. The others can: a unit's decisions depend on its records alone. */
    private final Set<String> lost = new TreeSet<>();

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
        this.partitions = partitions;
        this.onlyUnit = onlyUnit;
        this.findings = new Findings(partition);
        this.machine = new PartitionMachine(names.domain(), new MemoryRows(), parallel, this::expect);
        this.sources = new SourceCheck(names, evidence, partition, partitions, findings);
        this.outputs = new OutputTrails(names, evidence, partition, onlyUnit, findings);
    }

    /** Verifies the log from its beginning to before {@code to}. */
    Findings verify(Stretch log, long to) {
        findings.range(log.begin(), Math.max(to, log.begin()), Math.max(0, log.end() - to));
        if (log.begin() > 0) {
            findings.diverges(Divergence.of(
                    at(log.begin()),
                    "the log begins here: what came before was deleted, and with it the state behind all later"
                            + " decisions; offsets " + log.begin() + " to " + (to - 1)
                            + " cannot be compared (this is retention's doing, not the scheduler's)"));
            return findings;
        }
        try (Records records = evidence.read(names.log(), partition, log.begin(), to)) {
            walk(records, to);
            outputs.leftOver(to);
        } catch (Evidence.Unreadable e) {
            findings.diverges(Divergence.unreadable(e));
        } catch (Unfollowable e) {
            findings.diverges(Divergence.of(
                    e.at,
                    "the log cannot be decided upon from here: " + e.getMessage() + "; what follows was not compared"));
        }
        return findings;
    }

    /** A log has no gaps: its writers use no transactions, and nothing in it is compacted. */
    private void walk(Records records, long to) {
        long next = 0;
        for (StoredRecord record = read(records); record != null; record = read(records)) {
            missing(next, record.offset());
            next = record.offset() + 1;
            take(record);
        }
        missing(next, to);
    }

    private void missing(long from, long to) {
        if (from < to) {
            findings.diverges(Divergence.of(
                    at(from),
                    (from + 1 == to ? "this log record is" : "the log records from here to " + at(to - 1) + " are")
                            + " missing, and a log has no gaps"));
        }
    }

    private @Nullable StoredRecord read(Records records) {
        while (true) {
            try {
                return records.next();
            } catch (Evidence.Unreadable e) {
                if (!e.goesOn()) {
                    throw e;
                }
                findings.diverges(Divergence.unreadable(e));
            }
        }
    }

    private void take(StoredRecord stored) {
        Position position = new Position(partition, stored.offset(), stored.time());
        LogRecord record;
        try {
            record = LogFormat.parse(position, stored.key(), stored::header, stored.value());
        } catch (LogFormat.ForeignRecord e) {
            findings.diverges(Divergence.of(stored.at(), "intake did not write this: " + e.getMessage()));
            return;
        }
        String unit = unit(record);
        if (unit != null && (lost.contains(unit) || (onlyUnit != null && !onlyUnit.equals(unit)))) {
            return;
        }
        outputs.clear();
        PartitionMachine.Outcome outcome;
        try {
            outcome = machine.handle(record);
        } catch (RuntimeException e) {
            // Whatever a scheduler or Avro makes of a record that intake did not write, the audit goes on.
            lose(stored, record, unit, e);
            return;
        }
        switch (outcome) {
            case TAKEN, VOIDED -> taken(stored, record, unit == null ? "" : unit);
            case DUPLICATE -> {
                findings.duplicate();
                // What was dropped was not decided upon, but a record that intake cannot have written shows a hand.
                object(stored, formObjection(stored, record));
                outputs.compare(stored.offset(), null);
            }
            case IDLE, HEARD -> heard(stored, record);
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
        outputs.compare(stored.offset(), unitFindings);
    }

    private void heard(StoredRecord stored, LogRecord record) {
        if (record instanceof LogRecord.Schema schema) {
            sources.learn(schema);
        }
        object(stored, formObjection(stored, record));
        outputs.compare(stored.offset(), null);
    }

    private void object(StoredRecord stored, @Nullable String objection) {
        if (objection != null) {
            findings.diverges(Divergence.of(stored.at(), objection));
        }
    }

    private @Nullable String objection(StoredRecord stored, LogRecord record) {
        String objection = formObjection(stored, record);
        if (objection == null && record instanceof LogRecord.Event event) {
            objection = sources.bytesObjection(event);
        } else if (objection == null && record instanceof LogRecord.Refused refused) {
            objection = sources.bytesObjection(refused);
        }
        return objection;
    }

    private @Nullable String formObjection(StoredRecord stored, LogRecord record) {
        String objection = null;
        if (record instanceof LogRecord.Event event) {
            objection = sources.formObjection(event, stored.key() == null ? new byte[0] : stored.key());
        } else if (record instanceof LogRecord.Refused refused) {
            objection = sources.formObjection(refused);
        } else if (record instanceof LogRecord.Rules rules && rules.partitions() != partitions) {
            objection = "the log was made with " + rules.partitions() + " partitions, but there are " + partitions;
        }
        return objection != null ? objection : LogShape.objection(stored, record);
    }

    /** Gives up on the unit of a record that the engine fails on; without the rules in force, on the partition. */
    private void lose(StoredRecord stored, LogRecord record, @Nullable String unit, RuntimeException failure) {
        String why = failure instanceof LogBroken
                ? String.valueOf(failure.getMessage())
                : "the scheduler fails on it: " + failure;
        if (record instanceof LogRecord.Rules) {
            throw new Unfollowable(stored.at(), why);
        }
        if (unit == null) {
            findings.diverges(Divergence.of(stored.at(), why));
            return;
        }
        lost.add(unit);
        String objection = objection(stored, record);
        findings.unit(unit).diverges(Divergence.of(stored.at(), objection != null ? objection : why));
    }

    /** The log goes on by rules that this build does not know, or there is no telling by which. */
    private static final class Unfollowable extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final String at;

        Unfollowable(String at, String why) {
            super(why, null, false, false);
            this.at = at;
        }
    }

    /** Whose record it is; null: the whole partition's. */
    static @Nullable String unit(LogRecord record) {
        if (record instanceof LogRecord.Event event) {
            return event.unit();
        } else if (record instanceof LogRecord.Tick tick) {
            return tick.unit();
        }
        return record instanceof LogRecord.Refused ? "" : null;
    }

    private void expect(Decision decision, ByteBuffer chain) {
        outputs.expect(decision, chain, machine.schemaId(decision.output()));
    }

    private String at(long offset) {
        return names.log() + "/" + partition + "/" + offset;
    }

    @Override
    public void close() {
        outputs.close();
        sources.close();
    }
}
