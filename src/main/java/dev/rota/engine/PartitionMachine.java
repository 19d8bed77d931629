package dev.rota.engine;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
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
        /** A schema or a rules record: heard, nothing to chain. */
        HEARD
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

    /** The partition's row at hand: each event asks it. */
    private @Nullable PartitionRow partition;

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
        }
        throw new IllegalStateException("expected one of the five kinds, but it is " + record);
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
        Unit unit = unit(record.unit(), record.at());
        if (unit == null) {
            return tooManyUnits(record);
        }
        unit.begin(record.at(), rules, record.source().coordinates());
        unit.fireTimers();
        unit.event(read(reader, record));

        chain.begin(unit.chain(), partition().getTold(), 'E', rules, record.at());
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

        chain.begin(unit.chain(), partition().getTold(), 'R', rules, record.at());
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

    private Outcome tick(LogRecord.Tick record) {
        UnitState state = unit(record.unit());
        if (state == null || state.getNextDue() > record.at().time()) {
            return Outcome.IDLE;
        }
        int rules = rulesInForce(record.at());
        Unit unit = warm(record.unit(), record.at());
        unit.begin(record.at(), rules, "");
        unit.fireTimers();
        chain.begin(unit.chain(), partition().getTold(), 'T', rules, record.at());
        seal(record.unit(), unit);
        return Outcome.TAKEN;
    }

    private Outcome schema(LogRecord.Schema record) {
        schemas.learn(record);
        PartitionRow row = partition();
        partition(new PartitionRow(
                row.getRules(), row.getUnits(), row.getPartitions(), chain.told(row.getTold(), record)));
        return Outcome.HEARD;
    }

    private Outcome rules(LogRecord.Rules record) {
        if (record.number() < 1 || record.number() > domain.rules()) {
            throw new LogBroken(
                    record.at(),
                    "the log goes on by rules " + domain.name() + "/" + record.number() + ", but this build knows "
                            + domain.name() + "/1 to " + domain.name() + "/" + domain.rules());
        }
        PartitionRow row = partition();
        if (row.getPartitions() != 0 && row.getPartitions() != record.partitions()) {
            throw new LogBroken(
                    record.at(),
                    "the log was made with " + row.getPartitions() + " partitions, but goes on with "
                            + record.partitions() + ": units would change places");
        }
        partition(new PartitionRow(
                record.number(), row.getUnits(), record.partitions(), chain.told(row.getTold(), record)));
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
        int rules = partition().getRules();
        if (rules == 0) {
            throw new LogBroken(at, "expected a rules record before it, but there is none");
        }
        return rules;
    }

    private PartitionRow partition() {
        if (partition == null) {
            PartitionRow row = (PartitionRow) rows.get(EngineTables.PARTITION, EngineTables.PARTITION_KEY);
            partition = row == null ? new PartitionRow(0, 0, 0, Chain.first()) : row;
        }
        return partition;
    }

    private void partition(PartitionRow row) {
        partition = row;
        rows.put(EngineTables.PARTITION, EngineTables.PARTITION_KEY, row);
    }

    /** The unit of an event, born if need be; null where the partition has too many. */
    private @Nullable Unit unit(String name, Position at) {
        if (warm.containsKey(name) || unit(name) != null) {
            return warm(name, at);
        }
        PartitionRow row = partition();
        if (row.getUnits() >= Limits.UNITS_PER_PARTITION_MAX) {
            return null;
        }
        partition(new PartitionRow(row.getRules(), row.getUnits() + 1, row.getPartitions(), row.getTold()));
        return warm(name, at);
    }

    private Unit warm(String name, Position at) {
        Unit unit = warm.get(name);
        if (unit == null) {
            UnitState state = unit(name);
            unit = new Unit(
                    domain,
                    name,
                    rows,
                    parallel,
                    state == null ? Unit.born(at) : state,
                    partition().getRules());
            warm.put(name, unit);
        }
        return unit;
    }
}
