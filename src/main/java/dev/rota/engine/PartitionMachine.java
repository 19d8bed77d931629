package dev.rota.engine;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.SchemaParseException;
import org.apache.avro.specific.SpecificRecord;

/**
 * The state machine of one log partition: takes its records in order, and says what was decided. The topology, the
 * simulation, the audit, the benchmarks and the tests all drive this one.
 */
public final class PartitionMachine {

    /** What became of a record. */
    public enum Outcome {
        /** Taken into a unit's chain. */
        TAKEN,
        /** Intake had appended it before. */
        DUPLICATE,
        /** A Tick that found nothing due. */
        IDLE,
        /** A schema, a rules or a void record: heard, nothing to chain. */
        HEARD,
        /** Declared undecidable by an operator. */
        VOIDED
    }

    /** The log says something that this machine cannot decide upon. The message is for people. */
    public static final class LogBroken extends RuntimeException {
        private static final long serialVersionUID = 1L;

        LogBroken(String message) {
            super(message, null, false, false);
        }

        LogBroken(Position at, String message) {
            super("log record " + at.partition() + "/" + at.offset() + ": " + message, null, false, false);
        }
    }

    /** Units kept at work in memory; the others are read from their rows again. */
    private static final int WARM_UNITS_MAX = 10_000;

    /** For those who look at a unit and bring no record. */
    private static final Position NOWHERE = new Position(0, 0, 0);

    private final Domain domain;
    private final Rows rows;
    private final Parallel parallel;
    private final Decisions decisions;
    private final Schemas schemas;
    private final Chain chain = new Chain();
    private final DueUnits dueUnits;

    private final PartitionState partition;

    private @Nullable SpecificRecord lastEvent;

    private final Map<String, Unit> warm = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Unit> eldest) {
            return size() > WARM_UNITS_MAX;
        }
    };

    public PartitionMachine(Domain domain, Rows rows, Parallel parallel, Decisions decisions) {
        this.domain = domain;
        this.rows = rows;
        this.parallel = parallel;
        this.decisions = decisions;
        this.partition = new PartitionState(rows);
        this.schemas = new Schemas(domain, rows);
        this.dueUnits = new DueUnits(rows);
    }

    public Outcome handle(LogRecord record) {
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
        } else if (record instanceof LogRecord.Voiding) {
            // It takes effect at the record that it names, and only if the partition is halted there.
            return Outcome.HEARD;
        }
        throw new IllegalStateException("expected one of the six kinds, but it is " + record);
    }

    /**
     * Passes a record that an operator has declared undecidable. Nothing of it is decided; that it was voided is chained,
     * and emitted as a rejection. A repetition of the same input is dropped as if it had been decided.
     */
    public Outcome voided(LogRecord record, LogRecord.Voiding by) {
        if (record instanceof LogRecord.Rules) {
            throw new LogBroken(record.at(), "a rules record cannot be voided: all that follows is decided by it");
        }
        int rules = rulesInForce(record.at());
        if (record instanceof LogRecord.Schema schema) {
            schemas.voided(schema.id());
        }
        Source source = record.source();
        if (source != null) {
            seen(source);
        }
        String name = record.unit() != null && (by.closesUnit() || unit(record.unit()) != null) ? record.unit() : "";
        if (unit(name) == null && !name.isEmpty()) {
            partition.units(partition.units() + 1);
        }
        Unit unit = warm(name, record.at());
        unit.begin(record.at(), rules, source == null ? "" : source.coordinates());
        if (by.closesUnit()) {
            unit.close();
        }
        unit.rejection(new Rejection(
                domain.name(),
                name.isEmpty() ? null : name,
                source == null ? "" : source.coordinates(),
                EngineReason.VOIDED.name(),
                Limits.message("voided by log record " + by.at().partition() + "/"
                        + by.at().offset() + ": " + by.reason()),
                null,
                record.at().time()));
        chain.begin(unit.chain(), partition.told(), 'V', rules, record.at());
        chain.number(by.at().offset());
        chain.flag(by.closesUnit());
        chain.text(by.reason());
        seal(name, unit);
        return Outcome.VOIDED;
    }

    /** The last log record that was applied to these rows; null before the first. */
    public @Nullable Applied applied() {
        return partition.applied();
    }

    /** Notes how far the log is applied; to be called before the rows are written. */
    public void applied(Applied last) {
        partition.applied(last);
    }

    /** The units with timers due at this time, at most {@code max} of them. */
    public Iterable<String> unitsDue(long time, int max) {
        return dueUnits.at(time, max);
    }

    /** When the earliest timer of any unit is due; the greatest long where there is none. */
    public long nextDue() {
        return dueUnits.next();
    }

    /** The number that a registry gave to the schema of an output, as this partition's log said last. */
    public int schemaId(Output<?> output) {
        return schemas.id(output);
    }

    /** The event of the last event record that was taken, decoded, for those who check it besides. */
    public @Nullable SpecificRecord lastEvent() {
        return lastEvent;
    }

    /** The unit's row, for those who report on it. */
    public @Nullable UnitState unit(String name) {
        return (UnitState) rows.get(EngineTables.UNITS, Unit.stateKey(name));
    }

    /** A unit's tables, for those who report on it. */
    public Tables tables(String name) {
        return warm(name, NOWHERE);
    }

    /** A page of a unit's state, as its scheduler shows it; null where this partition has not heard of the unit. */
    public @Nullable String page(String unit, String name) {
        if (!domain.pages().containsKey(name)) {
            throw new IllegalArgumentException(
                    "expected a page of " + domain.name() + ", but there is none named " + name);
        }
        UnitState state = unit(unit);
        return state == null ? null : warm(unit, NOWHERE).page(name);
    }

    private Outcome event(LogRecord.Event record) {
        if (seen(record.source())) {
            return Outcome.DUPLICATE;
        }
        int rules = rulesInForce(record.at());
        EventReader reader = schemas.reader(record);
        if (reader == null) {
            return ofVoidedSchema(record);
        }
        Unit unit = unit(record.unit(), record.at());
        if (unit == null) {
            return tooManyUnits(record);
        }
        unit.begin(record.at(), rules, record.source().coordinates());
        lastEvent = read(reader, record);
        if (unit.closed()) {
            unit.rejection(closed(record));
        } else {
            unit.fireTimers();
            unit.event(lastEvent);
        }

        chain.begin(unit.chain(), partition.told(), 'E', rules, record.at());
        source(record.source());
        chain.text(record.type());
        chain.fingerprint(reader.fingerprint());
        chain.bytes(record.value(), Framing.BYTES);
        seal(record.unit(), unit);
        return Outcome.TAKEN;
    }

    private Outcome refused(LogRecord.Refused record) {
        if (seen(record.source())) {
            return Outcome.DUPLICATE;
        }
        refuse(record);
        return Outcome.TAKEN;
    }

    /** The nameless unit takes what no unit can. */
    private void refuse(LogRecord.Refused record) {
        int rules = rulesInForce(record.at());
        Unit unit = warm("", record.at());
        unit.begin(record.at(), rules, record.source().coordinates());
        byte[] value = record.value();
        unit.rejection(new Rejection(
                domain.name(),
                null,
                record.source().coordinates(),
                record.reason(),
                record.message(),
                value == null ? null : ByteBuffer.wrap(value),
                record.at().time()));

        chain.begin(unit.chain(), partition.told(), 'R', rules, record.at());
        source(record.source());
        chain.text(record.reason());
        chain.text(record.message());
        chain.flag(value != null);
        if (value != null) {
            chain.bytes(value, 0);
        }
        seal("", unit);
    }

    private Outcome tooManyUnits(LogRecord.Event record) {
        refuse(new LogRecord.Refused(
                record.at(),
                record.source(),
                Refusal.UNIT_INVALID.name(),
                "expected at most " + Limits.UNITS_PER_PARTITION_MAX + " units in a log partition, but " + record.unit()
                        + " would be one more",
                Limits.refusedValue(record.value())));
        return Outcome.TAKEN;
    }

    private Outcome ofVoidedSchema(LogRecord.Event record) {
        refuse(new LogRecord.Refused(
                record.at(),
                record.source(),
                Refusal.SCHEMA_UNKNOWN.name(),
                "expected a schema that is in force, but an operator has voided schema "
                        + Framing.schemaId(record.value()),
                Limits.refusedValue(record.value())));
        return Outcome.TAKEN;
    }

    private Rejection closed(LogRecord.Event record) {
        return new Rejection(
                domain.name(),
                record.unit(),
                record.source().coordinates(),
                EngineReason.UNIT_CLOSED.name(),
                "expected an open unit, but an operator has closed " + record.unit(),
                null,
                record.at().time());
    }

    private Outcome tick(LogRecord.Tick record) {
        UnitState state = unit(record.unit());
        if (state == null || state.getNextDue() > record.at().time()) {
            return Outcome.IDLE;
        }
        int rules = rulesInForce(record.at());
        Unit unit = warm(record.unit(), record.at());
        unit.begin(record.at(), rules, "");
        unit.fireTimers();
        chain.begin(unit.chain(), partition.told(), 'T', rules, record.at());
        seal(record.unit(), unit);
        return Outcome.TAKEN;
    }

    private Outcome schema(LogRecord.Schema record) {
        try {
            schemas.learn(record);
        } catch (SchemaParseException e) {
            throw new LogBroken(record.at(), "expected a schema, but " + e.getMessage());
        }
        partition.told(chain.told(partition.told(), record));
        return Outcome.HEARD;
    }

    private Outcome rules(LogRecord.Rules record) {
        if (record.number() < 1 || record.number() > domain.rules()) {
            throw new LogBroken(
                    record.at(),
                    "the log goes on by rules " + domain.name() + "/" + record.number() + ", but this build knows "
                            + domain.name() + "/1 to " + domain.name() + "/" + domain.rules());
        }
        if (partition.partitions() != 0 && partition.partitions() != record.partitions()) {
            throw new LogBroken(
                    record.at(),
                    "the log was created with " + partition.partitions() + " partitions, but this rules record says "
                            + record.partitions() + ": units would move");
        }
        partition.rules(record.number(), record.partitions(), chain.told(partition.told(), record));
        return Outcome.HEARD;
    }

    /** Hands on what was decided and closes the unit's books on this record. */
    private void seal(String name, Unit unit) {
        ByteBuffer head = chain.end(unit.decided());
        unit.seal(head);
        dueUnits.set(name, unit.nextDue());
        for (Decision decision : unit.decided()) {
            decisions.take(decision, head);
        }
    }

    private void source(Source source) {
        chain.text(source.coordinates());
        chain.text(source.topicId());
    }

    /** Intake appends at least once; what is not beyond the last offset of its source is dropped. */
    private boolean seen(Source source) {
        byte[] key = EngineTables.key(EngineTables.SOURCES_NUMBER)
                .text(source.topicId())
                .number(source.partition())
                .end()
                .bytes();
        SourceRow row = (SourceRow) rows.get(EngineTables.SOURCES, key);
        if (row != null && source.offset() <= row.getOffset()) {
            return true;
        }
        rows.put(EngineTables.SOURCES, key, new SourceRow(source.offset()));
        return false;
    }

    private SpecificRecord read(EventReader reader, LogRecord.Event record) {
        try {
            return reader.read(record.value());
        } catch (Refused e) {
            throw new LogBroken(record.at(), e.sentence());
        }
    }

    private int rulesInForce(Position at) {
        int rules = partition.rules();
        if (rules == 0) {
            throw new LogBroken(at, "expected a rules record before it, but there is none");
        }
        return rules;
    }

    /** The unit of an event, born if need be; null where the partition has too many. */
    private @Nullable Unit unit(String name, Position at) {
        if (warm.containsKey(name) || unit(name) != null) {
            return warm(name, at);
        }
        if (partition.units() >= Limits.UNITS_PER_PARTITION_MAX) {
            return null;
        }
        partition.units(partition.units() + 1);
        return warm(name, at);
    }

    private Unit warm(String name, Position at) {
        Unit unit = warm.get(name);
        if (unit == null) {
            UnitState state = unit(name);
            unit = new Unit(domain, name, rows, parallel, state == null ? Unit.born(at) : state, partition.rules());
            warm.put(name, unit);
        }
        return unit;
    }
}
