package dev.rota.engine.machine;

import dev.rota.engine.Answered;
import dev.rota.engine.AttendedTimers;
import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import dev.rota.engine.EngineReason;
import dev.rota.engine.Handlers;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Key;
import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.engine.PageSnapshot;
import dev.rota.engine.Parallel;
import dev.rota.engine.Position;
import dev.rota.engine.Readings;
import dev.rota.engine.Reason;
import dev.rota.engine.Rejection;
import dev.rota.engine.Scheduler;
import dev.rota.engine.Step;
import dev.rota.engine.StepRandom;
import dev.rota.engine.Table;
import dev.rota.engine.TableType;
import dev.rota.engine.Timers;
import dev.rota.engine.Trial;
import dev.rota.engine.UnitState;
import dev.rota.engine.log.AttendedTime;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.rows.OverlayRows;
import dev.rota.engine.rows.RowCount;
import dev.rota.engine.rows.Rows;
import dev.rota.engine.rows.UnitTables;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;

/** A unit: its state while a record is applied, and the {@link Step} that is passed to its scheduler. */
final class Unit implements Step {

    private final Domain domain;
    private final String name;
    /** The key of the unit's state row while the unit has rows. */
    final byte[] livingKey;

    private final Rows rows;
    private final Parallel parallel;
    private final RowCount count;
    private final UnitTables tables;
    private final UnitTimers timers;
    private final StepLimit limit;
    private final UnitOutputs outputs;

    private UnitState state;
    private long now;
    private long previous;

    /** The number of the current step among those of the record. */
    private int steps;

    private boolean adopted;

    private boolean closed;
    /** True if the unit's state row is in the table of units that have rows. */
    boolean lives;

    private boolean inMemory;
    private int rules;

    /** The topics of the outputs emitted to so far, all of which the domain declares. */
    private final List<String> emitted = new ArrayList<>();

    private Scheduler scheduler;
    private @Nullable Handlers handlers;
    private String source = "";
    private Position cause = new Position(0, 0, 0);
    private @Nullable StepRandom random;
    /** True if a step has used random numbers. */
    private boolean drawn;

    Unit(Domain domain, String name, Rows rows, Parallel parallel, UnitState state, int rules, StepLimit limit) {
        this.domain = domain;
        this.name = name;
        this.livingKey = Units.livingKey(name);
        this.rows = rows;
        this.parallel = parallel;
        this.count = new RowCount(state.getRows());
        this.timers = new UnitTimers(name, rows, count, state, key -> handlers().require(key));
        this.limit = limit;
        this.outputs = new UnitOutputs(name, limit, state.getSeq());
        this.tables = new UnitTables(domain, name, rows, count);
        this.lives = state.getRows() > 0;
        this.state = state;
        this.now = state.getNow();
        this.previous = now;
        this.closed = state.getClosed();
        this.rules = rules;
        this.scheduler = domain.scheduler(rules);
    }

    /** Returns whether the unit's state must be kept: it has rows, or has published a sequence number. */
    boolean isKnown() {
        return state.getAccepted() > 0 || closed || hasRows() || outputs.hasDecision();
    }

    boolean hasRows() {
        return count.rows() > 0;
    }

    UnitState state() {
        return state;
    }

    /** Begins a log record, under the rules in force. */
    void begin(Position at, int rulesInForce, String coordinates) {
        begin(at, rulesInForce, coordinates, AttendedTime.NONE);
    }

    /** Begins a Tick, which may carry attended time. */
    void begin(LogRecord.Tick tick, int rulesInForce, AttendedTime attended) {
        begin(tick.at(), rulesInForce, "", attended);
    }

    private void begin(Position at, int rulesInForce, String coordinates, AttendedTime attended) {
        cause = at;
        source = coordinates;
        steps = 0;
        outputs.begin();
        timers.begin(at.time(), attended);
        if (rules != rulesInForce) {
            rules = rulesInForce;
            scheduler = domain.scheduler(rulesInForce);
            handlers = null;
            inMemory = false;
        }
    }

    /**
     * Fires the timers that may fire at this record, one step for each due time, within the limits on steps and
     * outputs: plain ones due at or before the record's time, and attended ones due at or before the end of its
     * attended time. A continuation is always due, at the unit's own time.
     */
    void fireTimers() {
        long emitted = 0;
        while (emitted < limit.outputBytesMax()) {
            UnitTimers.Due next = timers.takeDue();
            if (next == null) {
                return;
            }
            step(Math.max(next.due(), now));
            handlers().timers(this, next.keys());
            inMemory = true;
            emitted += outputs.stepBytes();
        }
    }

    /** Returns the handlers of the scheduler. A unit that only has to be shown needs none. */
    private Handlers handlers() {
        if (handlers == null) {
            handlers = scheduler.handlers();
        }
        return handlers;
    }

    /** Fires due timers before an event; if the unit is closed, rejects the event and returns false. */
    boolean admits() {
        if (closed) {
            objection(EngineReason.UNIT_CLOSED, "expected an open unit, but an operator has closed " + name);
            return false;
        }
        fireTimers();
        return true;
    }

    /**
     * Lets the scheduler decide on an event.
     *
     * @param mapped whether a mapping made it from an adopted record
     */
    void event(SpecificRecord event, boolean mapped) {
        step(Math.max(cause.time(), now));
        adopted = mapped;
        handlers().event(this, event);
        adopted = false;
        inMemory = true;
    }

    /**
     * Decides on events as if they were the next records, at the unit's own time.
     *
     * @param apart this unit's rows
     */
    Trial trial(List<SpecificRecord> events, OverlayRows apart) {
        List<Decision> all = new ArrayList<>();
        for (SpecificRecord event : events) {
            begin(new Position(0, 0, now), rules, "");
            if (admits()) {
                apart.watch();
                event(event, false);
            }
            all.addAll(decided());
        }
        return new Trial(UnitTables.readOnly(domain, name, apart), all, apart.isChanged(), drawn);
    }

    /** Returns a snapshot of the unit's state for pages, or null if that state is not in memory yet. */
    @Nullable
    PageSnapshot snapshot() {
        return scheduler.snapshot(UnitTables.readOnly(domain, name, rows), now);
    }

    /** Answers a question from the unit's state. Returns null if the scheduler does not have that state in memory. */
    @Nullable
    Answered answer(Inquiry.Asked asked) {
        Inquiry inquiry = scheduler.inquiry(asked);
        return inquiry == null
                ? null
                : new Answered(inquiry.answer(UnitTables.readOnly(domain, name, rows), now, Parallel.SEQUENTIAL), now);
    }

    /** Returns whether the state that the gauges show is in memory. */
    boolean isInMemory() {
        return inMemory;
    }

    /**
     * Reads the unit's gauges. Returns false if the state is not in memory yet; the call has then read a part of it.
     */
    boolean read(Readings readings) {
        inMemory = scheduler.read(UnitTables.readOnly(domain, name, rows), now, readings);
        return inMemory;
    }

    private void step(long time) {
        previous = now;
        now = time;
        timers.step(time);
        random = null;
        outputs.beginStep();
        steps++;
    }

    /** Closes the unit: its timers never fire again, and its events are rejected. */
    void close() {
        closed = true;
        timers.stop();
    }

    /** Emits the rejection of an input that never reaches the scheduler. */
    void rejection(Rejection rejection) {
        step(Math.max(cause.time(), now));
        emit(domain.rejections(), rejection.getUnit() == null ? "" : rejection.getUnit(), rejection);
    }

    /** Emits the rejection of a unit that does not exist, at that unit's time; this unit's own time does not change. */
    void adopt(Decision rejection) {
        long own = now;
        now = rejection.time();
        emit(domain.rejections(), rejection.key(), (Rejection) rejection.value());
        now = own;
    }

    /** Rejects the record on the engine's behalf. */
    void objection(EngineReason reason, String message) {
        step(Math.max(cause.time(), now));
        rejection(reason, message);
    }

    List<Decision> decided() {
        return outputs.decided();
    }

    ByteBuffer chain() {
        return state.getChain();
    }

    /** Sets the new chain head after a record, and adds a checkpoint if one is due. */
    void seal(ByteBuffer chain) {
        long accepted = state.getAccepted() + 1;
        boolean checkpoint = accepted - state.getCheckpointAccepted() >= Limits.CHECKPOINT_RECORDS
                || cause.time() - state.getCheckpointTime() >= Limits.CHECKPOINT_INTERVAL_MS;
        state = new UnitState(
                outputs.seq(),
                accepted,
                now,
                chain,
                timers.nextDue(),
                timers.nextAttendedDue(),
                checkpoint ? accepted : state.getCheckpointAccepted(),
                checkpoint ? cause.time() : state.getCheckpointTime(),
                closed,
                count.rows());
        if (checkpoint) {
            outputs.checkpoint(domain, state, cause, rules);
        }
    }

    long nextDue() {
        return timers.nextDue();
    }

    long nextAttendedDue() {
        return timers.nextAttendedDue();
    }

    @Override
    public long now() {
        return now;
    }

    @Override
    public long previous() {
        return previous;
    }

    @Override
    public boolean isAdopted() {
        return adopted;
    }

    @Override
    public String unit() {
        return name;
    }

    @Override
    public StepRandom random() {
        if (random == null) {
            random = new StepSeed(domain.name(), name, state.getAccepted() + 1, now, steps).random();
            drawn = true;
        }
        return random;
    }

    @Override
    public <R extends SpecificRecord> Table<R> table(TableType<R> type) {
        return tables.table(type);
    }

    @Override
    public Timers timers() {
        return timers;
    }

    @Override
    public AttendedTimers attended() {
        return timers.attended();
    }

    @Override
    public boolean hasRoom() {
        return outputs.hasRoom();
    }

    @Override
    public void continueWith(Key key) {
        timers.continueWith(key);
    }

    @Override
    public <T extends SpecificRecord> void emit(Output<T> output, String key, T value) {
        requireDeclared(output);
        outputs.emit(output, key, value, cause, rules, now);
    }

    /** Throws if the domain does not declare an output: intake would not write its schema to the log. */
    private void requireDeclared(Output<?> output) {
        if (emitted.contains(output.topic())) {
            return;
        }
        List<String> declared = domain.outputs().stream().map(Output::topic).toList();
        if (!declared.contains(output.topic())) {
            throw new IllegalStateException("expected an output that " + domain.name() + " declares (" + declared
                    + "), but it is " + output.topic());
        }
        emitted.add(output.topic());
    }

    @Override
    public void reject(Reason reason, String message) {
        if (!domain.reasons().contains(reason)) {
            throw new IllegalStateException("expected a reason that " + domain.name() + " declares (" + domain.reasons()
                    + "), but it is " + reason.name());
        }
        rejection(reason, message);
    }

    private void rejection(Reason reason, String message) {
        Rejection rejection = new Rejection(
                domain.name(), name.isEmpty() ? null : name, source, reason.name(), Limits.message(message), null, now);
        emit(domain.rejections(), name, rejection);
    }

    @Override
    public void parallel(int slices, IntConsumer work) {
        parallel.run(slices, work);
    }

    @Override
    public <T> T stage(String stage, Supplier<T> work) {
        return parallel.stage(stage, work);
    }
}
