package dev.rota.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.IntakeReason;
import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Position;
import dev.rota.engine.RefusedException;
import dev.rota.engine.UnitState;
import dev.rota.engine.log.AttendedTime;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.log.Source;
import dev.rota.engine.machine.Decisions;
import dev.rota.engine.machine.PartitionMachine;
import dev.rota.engine.rows.MemoryRows;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.Framing;
import dev.rota.serde.NotPlainJson;
import dev.rota.serde.PlainJson;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/**
 * Runs a domain over lines of JSON: each line is a record of one log partition, and its number is the offset. Timers
 * fire before the line whose time they precede, and all time is attended. If the first line is {@link
 * SimulatedLine#header}, the lines are a log as it was recorded: it has its own offsets, and timers fire at its Ticks.
 */
public final class Simulation {

    private static final Set<String> MEMBERS = Set.of(
            "topic",
            "time",
            "key",
            "value",
            SimulatedLine.OFFSET,
            SimulatedLine.ADOPTED,
            SimulatedLine.UNIT,
            SimulatedLine.ATTENDED,
            HistoryLine.WAITED,
            HistoryLine.RAN,
            HistoryLine.LEFT);

    /** The end of the year 9999. */
    static final long TIME_MS_MAX = 253_402_300_799_999L;

    /** Each Tick fires thousands of timers: more Ticks at one time mean that a timer sets itself again at once. */
    private static final int TICKS_AT_ONE_TIME_MAX = 100;

    /** An input with the id of its schema in this log. */
    private record Feed(Input<?> input, int schemaId, AvroCodec<SpecificRecord> codec) {}

    private final PartitionMachine machine;
    private final Consumer<LogRecord> application;
    private final Map<String, Feed> feeds = new TreeMap<>();
    private final TreeSet<String> topics = new TreeSet<>();

    /** What takes a history, instead of the machine that decides it; null if it is decided like other lines. */
    private final @Nullable HistorySink histories;

    private boolean isHistory;

    /** The exception of the {@link Decisions} or of the {@link HistorySink}, as opposed to one of the scheduler; null if none was thrown. */
    private @Nullable RuntimeException refused;

    private long line;
    private long latest;

    /** True if the lines are a recorded log, with its own offsets and Ticks. */
    private boolean recorded;

    private int partition;

    /** The offset of the next line that names none. */
    private long offset;

    /** True if the last line was a Tick. Timers of simulated lines fire at the offset of the next one. */
    private boolean ticked;

    public Simulation(Domain domain, Parallel parallel, Decisions decisions) {
        machine = new PartitionMachine(domain, new MemoryRows(), parallel, (decision, chain) -> {
            try {
                decisions.take(decision, chain);
            } catch (RuntimeException e) {
                refused = e;
                throw e;
            }
        });
        application = machine::handle;
        histories = null;
        begin(domain);
    }

    /**
     * Creates a simulation whose records are applied by something else.
     *
     * @param machine the machine that they are applied to
     * @param application applies a record to the machine
     */
    public Simulation(Domain domain, PartitionMachine machine, Consumer<LogRecord> application) {
        this(domain, machine, application, null);
    }

    /**
     * Creates a simulation whose records are applied by something else.
     *
     * @param histories takes the events of a history, which are not applied
     */
    public Simulation(
            Domain domain, PartitionMachine machine, Consumer<LogRecord> application, @Nullable HistorySink histories) {
        this.machine = machine;
        this.application = application;
        this.histories = histories;
        begin(domain);
    }

    private void begin(Domain domain) {
        Position before = new Position(0, -1, 0);
        application.accept(new LogRecord.Rules(before, domain.rules(), 1));
        for (Input<?> input : domain.inputs()) {
            int schemaId = feeds.size() + 1;
            application.accept(LogRecord.Schema.of(before, schemaId, input.schema()));
            feeds.put(input.topic(), new Feed(input, schemaId, AvroCodec.of(input.schema())));
            topics.add(input.topic());
        }
    }

    /** Returns whether a time can be simulated: timers set at it plus any limit must not overflow. */
    public static boolean isTime(long time) {
        return time >= 0 && time <= TIME_MS_MAX;
    }

    /** Returns the first part of the message about a time that cannot be simulated. */
    public static String timeExpected() {
        return "expected time to be ms since 1970, in 0.." + TIME_MS_MAX + ", but it is ";
    }

    /** Processes the next line. A blank line contains no record. */
    public void line(String text) throws BadLine {
        try {
            if (!text.isBlank()) {
                take(PlainJson.parse(text));
            }
        } catch (NotPlainJson e) {
            throw new BadLine(line, e.sentence());
        } catch (RuntimeException e) {
            if (e == refused) {
                throw e;
            }
            throw new BadLine(line, "expected the scheduler to decide, but it threw " + e);
        }
        line++;
    }

    /** Returns the latest time of a line so far. */
    public long latest() {
        return latest;
    }

    /** Advances time for every unit. */
    public void until(long time) {
        if (!isTime(time)) {
            throw new IllegalArgumentException(timeExpected() + time);
        }
        Position end = new Position(partition, offset, time);
        int ticksAtOneTime = 0;
        long before = Long.MIN_VALUE;
        for (Set<String> due = machine.due().allAt(time);
                !due.isEmpty();
                due = machine.due().allAt(time)) {
            long next = Math.min(machine.due().next(), machine.due().nextAttended());
            if (next > before) {
                ticksAtOneTime = 0;
                before = next;
            } else if (next > Long.MIN_VALUE) {
                // not the continuation of a step, of which there may be many
                ticksAtOneTime++;
            }
            if (ticksAtOneTime > TICKS_AT_ONE_TIME_MAX) {
                throw new IllegalStateException("expected the timers that are due at " + next
                        + " to come to an end, but those of " + due + " set themselves again at once");
            }
            due.forEach(unit -> tick(end, unit));
        }
    }

    /** Fires a unit's timers, as if all time were attended. */
    private void tick(Position at, String unit) {
        application.accept(new LogRecord.Tick(at, unit, AttendedTime.always(now(unit, at.time()))));
    }

    /** Returns a unit's time at a record of the given time: it never decreases. */
    private long now(String unit, long time) {
        UnitState state = machine.unit(unit);
        return state == null ? time : Math.max(time, state.getNow());
    }

    private void take(JsonNode node) throws BadLine, NotPlainJson {
        if (!node.isObject()) {
            throw new BadLine(line, "expected an object, but it is something else");
        }
        if (node.has(SimulatedLine.LOG)) {
            header(node);
            return;
        } else if (node.has(HistoryLine.HISTORY)) {
            history(node);
            return;
        }
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            if (!MEMBERS.contains(member.getKey())) {
                throw new BadLine(line, "expected topic, time and value, but there is '" + member.getKey() + "'");
            }
        }
        long time = time(node.path("time"));
        Position at = new Position(partition, offset(node), time);
        latest = Math.max(latest, time);
        ticked = node.has(SimulatedLine.UNIT);
        if (ticked) {
            recordedTick(at, node);
        } else {
            event(at, node);
        }
        offset = at.offset() + 1;
    }

    private long time(JsonNode time) throws BadLine {
        if (!time.isIntegralNumber() || !time.canConvertToLong()) {
            throw new BadLine(line, "expected time to be a whole number of ms, but it is " + describe(time));
        }
        if (!isTime(time.longValue())) {
            throw new BadLine(line, timeExpected() + time.longValue());
        }
        return time.longValue();
    }

    /** Declares that the lines are a recorded log. */
    private void header(JsonNode node) throws BadLine {
        JsonNode number = node.path(SimulatedLine.LOG).path(SimulatedLine.PARTITION);
        if (line > 0) {
            throw new BadLine(line, "expected 'log' in the first line only");
        }
        if (node.size() > 1 || !number.isInt() || number.intValue() < 0) {
            throw new BadLine(line, "expected {\"log\": {\"partition\": 0}}, but it is " + node);
        }
        recorded = true;
        partition = number.intValue();
    }

    /** Declares that the lines are the history of another scheduler. */
    private void history(JsonNode node) throws BadLine {
        if (line > 0) {
            throw new BadLine(line, "expected 'history' in the first line only");
        }
        isHistory = true;
        HistorySink sink = histories;
        if (sink != null) {
            told(() -> sink.begin(HistoryLine.remarks(node)));
        }
    }

    private long offset(JsonNode node) throws BadLine {
        if (!recorded) {
            if (node.has(SimulatedLine.OFFSET)) {
                throw new BadLine(line, "expected 'offset' only in a recorded log, whose first line says so");
            }
            return line;
        }
        JsonNode given = node.path(SimulatedLine.OFFSET);
        if (!given.isMissingNode() && (!given.canConvertToLong() || !given.isIntegralNumber())) {
            throw new BadLine(line, "expected offset to be a whole number, but it is " + describe(given));
        }
        long its = given.isMissingNode() ? offset : given.longValue();
        long least = ticked || node.has(SimulatedLine.UNIT) ? Math.max(0, offset - 1) : offset;
        if (its < least) {
            throw new BadLine(line, "expected offset to be at least " + least + ", but it is " + its);
        }
        return its;
    }

    /** Takes a Tick of a recorded log. */
    private void recordedTick(Position at, JsonNode node) throws BadLine {
        if (!recorded) {
            throw new BadLine(line, "expected a Tick only in a recorded log, whose first line says so");
        }
        JsonNode attended = node.path(SimulatedLine.ATTENDED);
        try {
            application.accept(new LogRecord.Tick(
                    at,
                    node.path(SimulatedLine.UNIT).asText(),
                    attended.isMissingNode() ? AttendedTime.NONE : AttendedTime.parse(attended.asText())));
        } catch (IllegalArgumentException e) {
            throw new BadLine(line, "expected attended to be intervals from-to,from-to, but it is " + attended);
        }
    }

    private void event(Position at, JsonNode node) throws BadLine, NotPlainJson {
        Feed feed = feeds.get(node.path("topic").asText());
        if (feed == null) {
            throw new BadLine(
                    line, "expected topic to be one of " + topics + ", but it is " + describe(node.path("topic")));
        }
        if (!node.has("value")) {
            throw new BadLine(line, "expected a value, but there is none");
        }
        SpecificRecord value = PlainJson.read(feed.input().schema(), node.path("value"));
        boolean isPast = node.has(HistoryLine.WAITED) || node.has(HistoryLine.RAN) || node.has(HistoryLine.LEFT);
        if (isPast && !isHistory) {
            throw new BadLine(line, "expected waited, ran and left only in a history, whose first line says so");
        } else if (isHistory && histories != null) {
            past(histories, feed, value, at.time(), node);
        } else {
            append(feed, value, at, node.path(SimulatedLine.ADOPTED).asBoolean() ? 1 : 0);
        }
    }

    private void past(HistorySink histories, Feed feed, SpecificRecord value, long time, JsonNode node) throws BadLine {
        HistoryLine past = HistoryLine.of(node, line, time);
        String unit;
        try {
            unit = feed.input().unit(value);
        } catch (RefusedException e) {
            throw new BadLine(line, String.valueOf(e.getMessage()));
        }
        told(() -> histories.event(unit, feed.input().topic(), value, time, past));
    }

    /** Runs something whose exceptions are not the scheduler's. */
    private void told(Runnable telling) {
        try {
            telling.run();
        } catch (RuntimeException e) {
            refused = e;
            throw e;
        }
    }

    private void append(Feed feed, SpecificRecord value, Position at, int mapping) {
        String topic = feed.input().topic();
        Source source = new Source(topic, 0, line, topic);
        byte[] framed = Framing.frame(feed.schemaId(), feed.codec().encode(value));
        try {
            if (framed.length > Limits.LOG_RECORD_BYTES_MAX) {
                throw new RefusedException(
                        IntakeReason.RECORD_TOO_LARGE,
                        "expected at most " + Limits.LOG_RECORD_BYTES_MAX + " bytes, but the value has "
                                + framed.length);
            }
            String unit = feed.input().unit(value);
            if (!recorded) {
                tick(at, unit);
            }
            application.accept(
                    new LogRecord.Event(at, unit, source, feed.input().schema().getFullName(), mapping, framed));
            UnitState after = machine.unit(unit);
            if (!recorded && after != null && after.getNextAttendedDue() <= after.getNow()) {
                // An attended timer set by the event is due already.
                tick(at, unit);
            }
        } catch (RefusedException e) {
            application.accept(LogRecord.Refused.of(at, source, e, framed));
        }
    }

    private static String describe(JsonNode node) {
        return node.isMissingNode() ? "missing" : node.toString();
    }
}
