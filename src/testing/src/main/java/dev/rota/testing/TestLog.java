package dev.rota.testing;

import dev.rota.engine.Answered;
import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.engine.PageSnapshot;
import dev.rota.engine.Parallel;
import dev.rota.engine.PartitionRow;
import dev.rota.engine.Position;
import dev.rota.engine.RefusedException;
import dev.rota.engine.Rejection;
import dev.rota.engine.Subject;
import dev.rota.engine.Table;
import dev.rota.engine.TableType;
import dev.rota.engine.Tables;
import dev.rota.engine.UnitState;
import dev.rota.engine.log.AttendedTime;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.log.Source;
import dev.rota.engine.machine.Chain;
import dev.rota.engine.machine.PartitionMachine;
import dev.rota.engine.machine.StepLimit;
import dev.rota.engine.rows.BufferedRows;
import dev.rota.engine.rows.EngineTables;
import dev.rota.engine.rows.MemoryRows;
import dev.rota.engine.rows.RowCount;
import dev.rota.engine.rows.RowFormats;
import dev.rota.engine.rows.RowLayout;
import dev.rota.engine.rows.RowStore;
import dev.rota.engine.rows.Rows;
import dev.rota.engine.rows.UnitTable;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.EventReader;
import dev.rota.engine.schema.Framing;
import dev.rota.serde.PlainJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificRecord;

/**
 * Runs a domain's log in a test: events are appended as intake would append them, and decisions are returned. A warm
 * log keeps one machine over rows in memory. A cold one keeps only its store's bytes after each record. A buffered one
 * keeps one machine, and writes its rows to a store on {@link #flush}.
 */
public final class TestLog {

    /** The registry id of a schema that a producer brings. */
    private static final int FOREIGN_SCHEMA = 1_000;

    private final Domain domain;
    private final RowLayout layout;
    private final @Nullable RowStore store;
    private final boolean cold;
    private final StepLimit limit;
    private final Map<String, Integer> schemaIds = new TreeMap<>();
    private final List<Decision> decided = new ArrayList<>();
    private Rows rows;
    private PartitionMachine machine;
    private long rowsWritten;
    private long offset;
    private long time;

    /** The attended time that Ticks carry; null if all time is attended. */
    private @Nullable AttendedTime attended;

    private TestLog(Domain domain, @Nullable RowStore store, boolean cold, StepLimit limit) {
        this.domain = domain;
        this.layout = RowLayout.of(domain);
        this.store = store;
        this.cold = cold;
        this.limit = limit;
        this.rows = store == null ? new MemoryRows() : rowsOf(store);
        this.machine = machine(domain, rows);
        append(new LogRecord.Rules(next(0), domain.rules(), 1));
        for (Input<?> input : domain.inputs()) {
            schemaIds.put(input.topic(), schemaIds.size() + 1);
            append(LogRecord.Schema.of(next(0), schemaIds.size(), input.schema()));
        }
    }

    public static TestLog warm(Domain domain) {
        return warm(domain, StepLimit.of(domain));
    }

    /** Returns a warm log whose steps continue in following ones after {@code stepOutputBytesMax} bytes of outputs. */
    public static TestLog warm(Domain domain, long stepOutputBytesMax) {
        return warm(domain, StepLimit.of(stepOutputBytesMax));
    }

    /** Returns a warm log whose steps have these limits. */
    public static TestLog warm(Domain domain, StepLimit limit) {
        return new TestLog(domain, null, false, limit);
    }

    public static TestLog cold(Domain domain) {
        return new TestLog(domain, new MapRowStore(), true, StepLimit.of(domain));
    }

    /** Returns a cold log whose steps continue in following ones after {@code stepOutputBytesMax} bytes of outputs. */
    public static TestLog cold(Domain domain, long stepOutputBytesMax) {
        return new TestLog(domain, new MapRowStore(), true, StepLimit.of(stepOutputBytesMax));
    }

    public static TestLog buffered(Domain domain, RowStore store) {
        return new TestLog(domain, store, false, StepLimit.of(domain));
    }

    private PartitionMachine machine(Domain scheduler, Rows over) {
        return new PartitionMachine(
                scheduler, over, Parallel.SEQUENTIAL, (decision, chain) -> this.decided.add(decision), limit);
    }

    /** Takes the next moment of a history: appends its event, or a Tick of each unit whose timers are due. */
    public List<Decision> take(Moment moment) {
        return moment.event() == null
                ? tick(moment.time())
                : feed(moment.input(domain).topic(), moment.time(), moment.event(), moment.adopted());
    }

    /** Appends an event, or a refused input if it is not admitted, and returns the decisions. */
    public <T extends SpecificRecord> List<Decision> feed(Input<T> input, long at, T event) {
        return feed(input.topic(), at, event);
    }

    /** Returns the reasons of the rejections among the decisions. */
    public static List<String> reasons(List<Decision> decisions) {
        return decisions.stream()
                .filter(decision -> decision.value() instanceof Rejection)
                .map(decision -> ((Rejection) decision.value()).getReason())
                .toList();
    }

    /** Returns the values of the decisions on an output. */
    @SuppressWarnings("unchecked") // an output has one type of records
    public static <T extends SpecificRecord> List<T> of(Output<T> output, List<Decision> decisions) {
        return decisions.stream()
                .filter(decision -> decision.output().topic().equals(output.topic()))
                .map(decision -> (T) decision.value())
                .toList();
    }

    /** Appends an event one millisecond after the last record, and returns the decisions. */
    public List<Decision> feed(String topic, SpecificRecord event) {
        return feed(topic, time + 1, event);
    }

    /** Appends an event, or a refused input if it is not admitted, and returns the decisions. */
    public List<Decision> feed(String topic, long at, SpecificRecord event) {
        return feed(topic, at, event, false);
    }

    private List<Decision> feed(String topic, long at, SpecificRecord event, boolean adopted) {
        Input<?> input = input(topic);
        if (!input.type().isInstance(event)) {
            throw new IllegalArgumentException("expected a " + input.type().getName() + " for " + topic + ", but it is "
                    + (event == null ? null : event.getClass().getName()));
        }
        Position position = next(at);
        Source source = new Source(topic, 0, position.offset(), topic);
        byte[] value = Framing.frame(Objects.requireNonNull(schemaIds.get(topic)), AvroCodec.encoded(event));
        try {
            String type = input.schema().getFullName();
            String unit = input.unit(event);
            List<Decision> all = new ArrayList<>(attend(unit, position));
            all.addAll(append(new LogRecord.Event(position, unit, source, type, adopted ? 1 : 0, value)));
            UnitState after = machine.unit(unit);
            if (attended == null && after != null && after.getNextAttendedDue() <= after.getNow()) {
                all.addAll(append(new LogRecord.Tick(position, unit, AttendedTime.always(after.getNow()))));
            }
            return all;
        } catch (RefusedException e) {
            return append(LogRecord.Refused.of(position, source, e, value));
        }
    }

    /** Appends an event of a producer with a different schema, and returns the decisions. */
    public List<Decision> feedForeign(String topic, long at, GenericRecord event) throws IOException, RefusedException {
        Input<?> input = input(topic);
        append(LogRecord.Schema.of(next(at), FOREIGN_SCHEMA, event.getSchema()));
        ByteArrayOutputStream avro = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(avro, null);
        new GenericDatumWriter<GenericRecord>(event.getSchema()).write(event, encoder);
        encoder.flush();
        byte[] value = Framing.frame(FOREIGN_SCHEMA, avro.toByteArray());
        String unit = input.unit(EventReader.of(input, event.getSchema()).read(value));
        Position position = next(at);
        Source source = new Source(topic, 0, position.offset(), topic);
        List<Decision> all = new ArrayList<>(attend(unit, position));
        all.addAll(append(
                new LogRecord.Event(position, unit, source, input.schema().getFullName(), value)));
        return all;
    }

    /**
     * Fires the due timers of an event's unit before the event, as a simulation does. If only a continuation is due,
     * the event's step runs it.
     */
    private List<Decision> attend(String unit, Position at) {
        UnitState state = machine.unit(unit);
        if (attended != null || state == null) {
            return List.of();
        }
        long now = Math.max(at.time(), state.getNow());
        boolean plain = state.getNextDue() > Long.MIN_VALUE && state.getNextDue() <= at.time();
        return plain || state.getNextAttendedDue() <= now
                ? append(new LogRecord.Tick(at, unit, AttendedTime.always(now)))
                : List.of();
    }

    /** Appends a Tick for each unit whose timers are due. */
    public List<Decision> tick(long at) {
        List<Decision> all = new ArrayList<>();
        for (String unit : machine.due().allAt(at)) {
            all.addAll(tick(at, unit));
        }
        return all;
    }

    /** Appends a Tick of a unit. */
    public List<Decision> tick(long at, String unit) {
        return append(new LogRecord.Tick(next(at), unit, attended == null ? AttendedTime.always(at) : attended));
    }

    /**
     * Lets attended timers fire only at Ticks from now on, by this attended time. Before the first call, all time is
     * attended.
     */
    public void attended(AttendedTime time) {
        attended = time;
    }

    /** Ends a transaction of a buffered log, which writes changed rows to its store. */
    public void flush() {
        requireBuffered();
        ((BufferedRows) rows).flush();
    }

    /** Restarts a buffered log from its store, without anything that was not flushed. */
    public void restart() {
        requireBuffered();
        restart(Objects.requireNonNull(store));
    }

    private void requireBuffered() {
        if (store == null || cold) {
            throw new IllegalStateException("expected a buffered log: a warm one has no store, and a cold one restarts"
                    + " after each record by itself");
        }
    }

    private Rows rowsOf(RowStore store) {
        return new BufferedRows(store, RowFormats.open(store, layout));
    }

    private void restart(RowStore from) {
        rows = rowsOf(from);
        machine = machine(domain, rows);
    }

    /** Returns when the earliest timer of any unit is due, plain or attended, or the greatest long if there is none. */
    public long nextDue() {
        return Math.min(machine.due().next(), machine.due().nextAttended());
    }

    /** Returns the current machine, which a restart replaces. */
    public PartitionMachine machine() {
        return machine;
    }

    /** Returns a unit's view of a table. */
    public <R extends SpecificRecord> Table<R> table(TableType<R> type, String unit) {
        return new UnitTable<>(type, unit, rows, new RowCount(0));
    }

    /** Returns a unit's tables, as snapshots see them. */
    public Tables tables(String unit) {
        return machine.reports().tables(unit);
    }

    /** Returns a page of a unit's state, or null if the log does not contain the unit. */
    public @Nullable String page(String unit, String name) {
        if (machine.unit(unit) == null) {
            return null;
        }
        return PlainJson.page(snapshot(unit).content(name));
    }

    /** Returns a snapshot of a unit, after as many calls as reading its state takes. */
    public PageSnapshot snapshot(String unit) {
        requireUnit(unit);
        PageSnapshot snapshot = machine.reports().snapshot(unit);
        while (snapshot == null) {
            snapshot = machine.reports().snapshot(unit);
        }
        return snapshot;
    }

    /** Returns the answer about a subject: the scheduler's from its memory, or else the domain's from the tables. */
    public Answered ask(String unit, Subject subject) {
        requireUnit(unit);
        Answered live = askIfInMemory(unit, subject);
        return live != null
                ? live
                : new Answered(
                        domain.inquiry(Inquiry.Asked.why(subject))
                                .answer(machine.reports().tables(unit), now(unit), Parallel.SEQUENTIAL),
                        now(unit));
    }

    private void requireUnit(String unit) {
        if (machine.unit(unit) == null) {
            throw new IllegalArgumentException("expected a unit that the log has decided on, but it is " + unit);
        }
    }

    public @Nullable Answered askIfInMemory(String unit, Subject subject) {
        return machine.reports().answer(unit, Inquiry.Asked.why(subject));
    }

    /** Returns the head of a unit's chain. */
    public String head(String unit) {
        return Chain.hex(Objects.requireNonNull(machine.unit(unit), unit).getChain());
    }

    /**
     * Returns the values of the gauges of a unit, by name and labels: {@code queued[a]}. Reads the unit's state to its
     * end first.
     */
    public Map<String, Long> gauges(String unit) {
        Map<String, Long> read = new TreeMap<>();
        boolean all = false;
        while (!all) {
            read.clear();
            all = machine.reports().gauges(Integer.MAX_VALUE, name -> (gauge, value, labels) -> {
                if (labels.length != gauge.labels().size()) {
                    throw new AssertionError(gauge + " was read with " + List.of(labels));
                }
                if (name.equals(unit)
                        && read.put(gauge.name() + (labels.length == 0 ? "" : List.of(labels)), value) != null) {
                    throw new AssertionError(gauge + " was read twice with " + List.of(labels));
                }
            });
        }
        return read;
    }

    /** Returns whether the log contains a unit. */
    public boolean knows(String unit) {
        return machine.unit(unit) != null;
    }

    /** Returns the number of units that count against the partition's limit. */
    public int livingUnits() {
        return ((PartitionRow)
                        Objects.requireNonNull(rows.get(EngineTables.PARTITION, EngineTables.PARTITION_KEY.bytes())))
                .getUnits();
    }

    /** Returns a unit's time. */
    public long now(String unit) {
        return Objects.requireNonNull(machine.unit(unit)).getNow();
    }

    /** Returns the number of rows that the last record has written to a cold log's store, including the engine's. */
    public long rowsWritten() {
        return rowsWritten;
    }

    /**
     * Returns the head of a unit's chain in hex. The head is the initial one if nothing was chained under this name.
     */
    public String chain(String unit) {
        UnitState state = machine.unit(unit);
        return Chain.hex(state == null ? Chain.first() : state.getChain());
    }

    private List<Decision> append(LogRecord record) {
        decided.clear();
        machine.handle(record);
        if (store != null && cold) {
            BufferedRows buffered = (BufferedRows) rows;
            buffered.flush();
            rowsWritten = buffered.rowsWritten();
            restart(store);
        }
        return List.copyOf(decided);
    }

    private Position next(long at) {
        time = at;
        return new Position(0, offset++, at);
    }

    private Input<?> input(String topic) {
        return domain.inputs().stream()
                .filter(input -> input.topic().equals(topic))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("expected an input of " + domain.name() + " ("
                        + domain.inputs().stream().map(Input::topic).toList() + "), but it is " + topic));
    }
}
