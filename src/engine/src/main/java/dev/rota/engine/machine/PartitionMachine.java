package dev.rota.engine.machine;

import dev.rota.engine.Bytes;
import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import dev.rota.engine.EngineReason;
import dev.rota.engine.IntakeReason;
import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Position;
import dev.rota.engine.RefusedException;
import dev.rota.engine.Rejection;
import dev.rota.engine.UnitState;
import dev.rota.engine.log.AttendedTime;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.log.Source;
import dev.rota.engine.log.VoidReference;
import dev.rota.engine.rows.Applied;
import dev.rota.engine.rows.Rows;
import dev.rota.engine.schema.EventReader;
import java.nio.ByteBuffer;
import org.apache.avro.specific.SpecificRecord;

/**
 * The state machine of one log partition: applies its records in order and passes the decisions to {@link Decisions}.
 * Topology, simulation, audit, benchmarks and tests all run this class.
 */
public final class PartitionMachine {

    /** The effect of a record. */
    public enum Outcome {
        /** A unit decided on the record, which was added to its chain. */
        TAKEN,
        /** The record repeats an input that intake had appended before, and was dropped. */
        DUPLICATE,
        /** A Tick at which no timer may fire, or a mapping in a log whose format has none. */
        IDLE,
        /** A schema, rules, mapping or void record, on which nothing is decided. */
        HEARD,
        /** An operator had declared the record undecidable. */
        VOIDED
    }

    /** Thrown for a log record that cannot be decided. The message is for people. */
    public static class LogBroken extends RuntimeException {
        private static final long serialVersionUID = 1L;

        LogBroken(String message) {
            super(message, null, false, false);
        }

        LogBroken(Position at, String message) {
            super("log record " + at.partition() + "/" + at.offset() + ": " + message, null, false, false);
        }
    }

    private final Domain domain;
    private final Decisions decisions;
    private final Schemas schemas;
    private final Chain chain = new Chain();
    private final Backlogs backlogs = new Backlogs();
    private final Units units;
    private final Sources sources;
    private final PartitionState partition;
    private final RulesInForce rulesInForce;
    private final UnitReports reports;
    private String chainedTo = "";
    private @Nullable SpecificRecord lastEvent;

    public PartitionMachine(Domain domain, Rows rows, Parallel parallel, Decisions decisions) {
        this(domain, rows, parallel, decisions, StepLimit.of(domain));
    }

    /** Creates a machine with the given step limit, for tests. Decisions depend on the limit. */
    public PartitionMachine(Domain domain, Rows rows, Parallel parallel, Decisions decisions, StepLimit limit) {
        this.domain = domain;
        this.decisions = decisions;
        this.partition = new PartitionState(rows);
        this.rulesInForce = new RulesInForce(domain, partition);
        this.schemas = new Schemas(domain, rows);
        this.sources = new Sources(rows);
        this.units = new Units(domain, rows, parallel, partition, limit);
        this.reports = new UnitReports(units, backlogs, rulesInForce);
    }

    public Outcome handle(LogRecord record) {
        requireKnownRules();
        if (record instanceof LogRecord.Event event) {
            return event(event);
        } else if (record instanceof LogRecord.Refused refused) {
            return refused(refused);
        } else if (record instanceof LogRecord.Tick tick) {
            return tick(tick);
        } else if (record instanceof LogRecord.Schema schema) {
            return schema(schema);
        } else if (record instanceof LogRecord.Rules change) {
            return rules(change);
        } else if (record instanceof LogRecord.Mapped mapping) {
            return mapping(mapping);
        } else if (record instanceof LogRecord.Voiding) {
            // The void takes effect at the record that it names, and only if the partition is halted there.
            return Outcome.HEARD;
        }
        throw new IllegalStateException("expected one of the seven kinds, but it is " + record);
    }

    /**
     * Skips a record that an operator has voided. The void is added to the chain and emitted as a rejection. A
     * repetition of the same input is dropped as if it had been decided.
     */
    public Outcome voided(LogRecord record, LogRecord.Voiding by) {
        requireKnownRules();
        if (record instanceof LogRecord.Rules) {
            throw new LogBroken(record.at(), "a rules record cannot be voided: all that follows is decided by it");
        }
        int rules = rulesInForce.at(record.at());
        if (record instanceof LogRecord.Schema schema) {
            schemas.voided(schema.id());
        }
        Source source = record.source();
        if (source != null) {
            sources.seen(source);
        }
        String named = record.unit();
        Unit unit =
                units.open(named != null && (by.closesUnit() || units.state(named) != null) ? named : "", record.at());
        unit.begin(record.at(), rules, source == null ? "" : source.coordinates());
        if (by.closesUnit()) {
            unit.close();
        }
        unit.objection(EngineReason.VOIDED, VoidReference.message(by));
        chain.begin(unit.chain(), partition.declared(), rules, record, by);
        seal(unit);
        return Outcome.VOIDED;
    }

    /** Returns the last log record applied to these rows, or null before the first. */
    public @Nullable Applied applied() {
        return partition.applied();
    }

    /** Records the position applied. Must be called before the rows are flushed. */
    public void applied(Applied last) {
        partition.applied(last);
    }

    /** Returns the index of units by due timers. */
    public DueUnits due() {
        return units.due();
    }

    /** Returns the attended time of the last attended Tick. */
    public AttendedTime attended() {
        return partition.attended();
    }

    /**
     * Returns the registry's id of the schema by which a decision was encoded, as last recorded in this partition's
     * log.
     */
    public int schemaId(Decision decision) {
        return schemas.id(decision.output(), decision.rules());
    }

    /**
     * Returns the unit whose chain took the last record; rejections of units that do not exist go to the nameless unit.
     */
    public String chainedTo() {
        return chainedTo;
    }

    /** Returns the event of the last record as decoded for the scheduler, or null if it was not decoded. */
    public @Nullable SpecificRecord lastEvent() {
        return lastEvent;
    }

    /** Returns a unit's state, for reports, or null if no record was ever chained under this name. */
    public @Nullable UnitState unit(String name) {
        return units.state(name);
    }

    /** Returns what pages and questions read of the units. */
    public UnitReports reports() {
        return reports;
    }

    private Outcome event(LogRecord.Event record) {
        lastEvent = null;
        if (sources.seen(record.source())) {
            return Outcome.DUPLICATE;
        }
        int rules = rulesInForce.at(record.at());
        EventReader reader;
        SpecificRecord event;
        try {
            reader = schemas.reader(record, rules);
            if (!units.hasRoomFor(record.unit())) {
                throw new RefusedException(
                        IntakeReason.UNIT_INVALID,
                        "expected at most " + Limits.UNITS_PER_PARTITION_MAX + " units in a log partition, but "
                                + record.unit() + " would be one more");
            }
            event = schemas.read(reader, record, rules);
        } catch (RefusedException e) {
            refuse(LogRecord.Refused.of(record.at(), record.source(), e, record.value()));
            return Outcome.TAKEN;
        }
        lastEvent = event;
        Unit unit = units.open(record.unit(), record.at());
        unit.begin(record.at(), rules, record.source().coordinates());
        if (unit.admits()) {
            unit.event(event, record.mapping() != 0);
            if (record.mapping() != 0) {
                backlogs.adopted(record.unit());
            }
        }
        if (!unit.isKnown()) {
            unit = toNameless(unit, record, rules);
        }
        chain.begin(unit.chain(), partition.declared(), rules, record, reader.fingerprint());
        seal(unit);
        return Outcome.TAKEN;
    }

    /**
     * Moves the rejections of a unit without other decisions or rows to the nameless unit. Otherwise any producer could
     * fill a partition with units just by naming them.
     */
    private Unit toNameless(Unit unborn, LogRecord.Event record, int rules) {
        partition.unbornNow(unborn.unit(), unborn.now());
        Unit nameless = units.open("", record.at());
        nameless.begin(record.at(), rules, record.source().coordinates());
        for (Decision rejection : unborn.decided()) {
            nameless.adopt(rejection);
        }
        return nameless;
    }

    private Outcome refused(LogRecord.Refused record) {
        if (sources.seen(record.source())) {
            return Outcome.DUPLICATE;
        }
        refuse(record);
        return Outcome.TAKEN;
    }

    /** Emits the rejection of a refused input, in the nameless unit's chain. */
    private void refuse(LogRecord.Refused record) {
        int rules = rulesInForce.at(record.at());
        Unit unit = units.open("", record.at());
        unit.begin(record.at(), rules, record.source().coordinates());
        byte[] value = record.value();
        unit.rejection(new Rejection(
                domain.name(),
                null,
                record.source().coordinates(),
                record.reason(),
                record.message(),
                Bytes.wrapped(value),
                record.at().time()));

        chain.begin(unit.chain(), partition.declared(), rules, record);
        seal(unit);
    }

    private Outcome tick(LogRecord.Tick record) {
        UnitState state = unit(record.unit());
        // No interval may extend beyond the Tick's time, or the unit's if that is later.
        long time = record.at().time();
        AttendedTime attended = record.attended().upTo(state == null ? time : Math.max(time, state.getNow()));
        partition.attended(attended);
        if (state == null || (state.getNextDue() > time && state.getNextAttendedDue() > attended.to())) {
            return Outcome.IDLE;
        }
        int rules = rulesInForce.at(record.at());
        Unit unit = units.open(record.unit(), record.at());
        unit.begin(record, rules, attended);
        unit.fireTimers();
        chain.begin(unit.chain(), partition.declared(), rules, record);
        seal(unit);
        return Outcome.TAKEN;
    }

    private Outcome schema(LogRecord.Schema record) {
        schemas.learn(record);
        partition.declared(chain.declared(partition.declared(), record));
        return Outcome.HEARD;
    }

    private Outcome rules(LogRecord.Rules record) {
        rulesInForce.announce(record, chain.declared(partition.declared(), record));
        return Outcome.HEARD;
    }

    /**
     * Takes note of a mapping; only an audit applies it. Before the format that has mappings was announced, a build
     * without them would skip it.
     */
    private Outcome mapping(LogRecord.Mapped record) {
        if (partition.format() < LogFormat.MAPPED) {
            return Outcome.IDLE;
        }
        partition.declared(chain.declared(partition.declared(), record));
        return Outcome.HEARD;
    }

    /** Adds the decisions to the chain, writes the unit's row, and passes the decisions on. */
    private void seal(Unit unit) {
        chainedTo = unit.unit();
        ByteBuffer head = chain.end(unit.decided());
        unit.seal(head);
        units.keep(unit);
        for (Decision decision : unit.decided()) {
            decisions.take(decision, head);
        }
    }

    /** Throws if rules are in force that this build does not support: it must not touch the rows. */
    public void requireKnownRules() {
        rulesInForce.requireKnown();
    }
}
