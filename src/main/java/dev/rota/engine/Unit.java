package dev.rota.engine;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.apache.avro.specific.SpecificRecord;

/** One unit at work: its state while a record is handled, and the step that its scheduler is given. */
final class Unit implements Step, Timers {

    private static final Key ALL = Key.EMPTY;

    private final Domain domain;
    private final String name;
    private final Rows rows;
    private final Parallel parallel;
    private final RowCount count;
    private final UnitTables tables;
    private final UnitTable<TimerRow> timers;
    private final List<Decision> decided = new ArrayList<>();

    private UnitState state;
    private long seq;
    private long now;
    private long nextDue;
    private boolean closed;
    private boolean lives;
    private int rules;
    private Scheduler scheduler;
    private String source = "";
    private Position cause = new Position(0, 0, 0);
    private @Nullable StepRandom random;

    Unit(Domain domain, String name, Rows rows, Parallel parallel, UnitState state, int rules) {
        this.domain = domain;
        this.name = name;
        this.rows = rows;
        this.parallel = parallel;
        this.count = new RowCount(state.getRows());
        this.timers = new UnitTable<>(EngineTables.TIMERS, name, rows, count);
        this.tables = new UnitTables(domain, name, rows, count);
        this.lives = state.getRows() > 0;
        this.state = state;
        this.seq = state.getSeq();
        this.now = state.getNow();
        this.nextDue = state.getNextDue();
        this.closed = state.getClosed();
        this.rules = rules;
        this.scheduler = domain.scheduler(rules);
    }

    /** Whether anything is to be remembered of it: rows, or a place in a sequence that others have seen. */
    boolean isKnown() {
        return state.getAccepted() > 0
                || closed
                || hasRows()
                || decided.stream().anyMatch(Unit::isDecision);
    }

    private static boolean isDecision(Decision decision) {
        return !(decision.value() instanceof Rejection);
    }

    boolean hasRows() {
        return count.rows() > 0;
    }

    /** Whether its row stands among those of the living. */
    boolean lives() {
        return lives;
    }

    void lives(boolean among) {
        lives = among;
    }

    UnitState state() {
        return state;
    }

    /** Turns to a record of the log, by the rules now in force. */
    void begin(Position at, int rulesInForce, String coordinates) {
        cause = at;
        source = coordinates;
        decided.clear();
        if (rules != rulesInForce) {
            rules = rulesInForce;
            scheduler = domain.scheduler(rulesInForce);
        }
    }

    /** Fires what is due at or before the record's time, each time as one step; whether anything was due. */
    boolean fireTimers() {
        boolean fired = false;
        for (int steps = 0; nextDue <= cause.time() && steps < Limits.TIMER_STEPS_PER_RECORD_MAX; steps++) {
            List<Key> due = takeDue(nextDue);
            step(Math.max(nextDue, now));
            nextDue = earliest();
            scheduler.timers(this, due);
            fired = true;
        }
        return fired;
    }

    /** Removes the timers of one time from the table, or sets periodic ones on; their keys in order. */
    private List<Key> takeDue(long due) {
        List<Key> keys = new ArrayList<>();
        Key prefix = Key.of(due);
        try (Table.Cursor<TimerRow> cursor = timers.scan(prefix)) {
            for (Table.Entry<TimerRow> entry = cursor.next(); entry != null; entry = cursor.next()) {
                Key.Reader reader = entry.key().read();
                reader.number64();
                Key key = reader.rest();
                keys.add(key);
                timers.delete(entry.key());
                long period = entry.row().getPeriodMs();
                if (period > 0) {
                    timers.insert(timerKey(nextPeriod(due, period), key), entry.row());
                }
            }
        }
        return keys;
    }

    private long earliest() {
        Table.Entry<TimerRow> first = timers.first(ALL);
        return first == null ? Long.MAX_VALUE : first.key().read().number64();
    }

    void event(SpecificRecord event) {
        step(Math.max(cause.time(), now));
        scheduler.event(this, event);
    }

    /** A view of its state for pages; null if that state is not in memory yet. */
    @Nullable
    PageSnapshot snapshot() {
        return scheduler.snapshot(new UnitTables(domain, name, new ReadOnlyRows(rows)), now);
    }

    private void step(long time) {
        now = time;
        random = null;
    }

    /** Whether an operator has closed it. */
    boolean closed() {
        return closed;
    }

    /** Decides nothing any more: its timers never fire, and its events are rejected. */
    void close() {
        closed = true;
        nextDue = Long.MAX_VALUE;
    }

    /** Emits the rejection of an input that never reaches the scheduler. */
    void rejection(Rejection rejection) {
        step(Math.max(cause.time(), now));
        emit(domain.rejections(), rejection.getUnit() == null ? "" : rejection.getUnit(), rejection);
    }

    /** Emits the rejection of a unit that does not exist, at that unit's time; the own time stays as it is. */
    void adopt(Decision rejection) {
        long own = now;
        now = rejection.time();
        emit(domain.rejections(), rejection.key(), (Rejection) rejection.value());
        now = own;
    }

    /** Rejects the record on the engine's behalf. */
    void objection(EngineReason reason, String message) {
        step(Math.max(cause.time(), now));
        reject(reason, message);
    }

    List<Decision> decided() {
        return decided;
    }

    ByteBuffer chain() {
        return state.getChain();
    }

    /** Takes the chain's new head after a record; a checkpoint is added where one is due. */
    void seal(ByteBuffer chain) {
        long accepted = state.getAccepted() + 1;
        boolean checkpoint = accepted - state.getCheckpointAccepted() >= Limits.CHECKPOINT_RECORDS
                || cause.time() - state.getCheckpointTime() >= Limits.CHECKPOINT_INTERVAL_MS;
        state = new UnitState(
                seq,
                accepted,
                now,
                chain,
                nextDue,
                checkpoint ? accepted : state.getCheckpointAccepted(),
                checkpoint ? cause.time() : state.getCheckpointTime(),
                closed,
                count.rows());
        if (checkpoint) {
            checkpoint(accepted, chain);
        }
    }

    private void checkpoint(long accepted, ByteBuffer chain) {
        Checkpoint checkpoint = new Checkpoint(
                domain.name(),
                name,
                seq,
                cause.partition(),
                cause.offset(),
                Chain.hex(chain),
                accepted,
                rules,
                Version.OF_JAR,
                null);
        Output<Checkpoint> output = domain.checkpoints();
        decided.add(new Decision(
                output,
                name,
                0,
                cause,
                rules,
                now,
                name,
                checkpoint,
                output.codec().encode(checkpoint)));
    }

    long nextDue() {
        return nextDue;
    }

    @Override
    public long now() {
        return now;
    }

    @Override
    public String unit() {
        return name;
    }

    @Override
    public StepRandom random() {
        if (random == null) {
            Key seed = Key.of()
                    .text(domain.name())
                    .text(name)
                    .number(cause.partition())
                    .number(cause.offset())
                    .number(now)
                    .end();
            random = new StepRandom(Avro.sha256().digest(seed.bytes()));
        }
        return random;
    }

    @Override
    public <R extends SpecificRecord> Table<R> table(TableType<R> type) {
        return tables.table(type);
    }

    @Override
    public Timers timers() {
        return this;
    }

    @Override
    public void set(long due, Key key) {
        timers.insert(timerKey(due, key), new TimerRow(0L));
        nextDue = Math.min(nextDue, due);
    }

    @Override
    public void setPeriodic(long due, Key key, long periodMs) {
        timers.insert(timerKey(due, key), new TimerRow(period(periodMs)));
        nextDue = Math.min(nextDue, due);
    }

    @Override
    public long nextPeriod(long due, long periodMs) {
        long late = Math.max(0, cause.time() - due);
        return due + (late / period(periodMs) + 1) * periodMs;
    }

    private static long period(long ms) {
        if (ms < Limits.TIMER_PERIOD_MS_MIN) {
            throw new IllegalArgumentException(
                    "expected a period of at least " + Limits.TIMER_PERIOD_MS_MIN + " ms, but it is " + ms);
        }
        return ms;
    }

    @Override
    public void cancel(long due, Key key) {
        timers.delete(timerKey(due, key));
        if (due == nextDue) {
            nextDue = earliest();
        }
    }

    private static Key timerKey(long due, Key key) {
        return Key.of().number(due).raw(key.bytes()).end();
    }

    @Override
    public <T extends SpecificRecord> void emit(Output<T> output, String key, T value) {
        byte[] avro = output.codec().encode(value);
        if (avro.length > Limits.OUTPUT_BYTES_MAX) {
            throw new IllegalStateException("expected an output of at most " + Limits.OUTPUT_BYTES_MAX
                    + " bytes, but one for " + output.topic() + " has " + avro.length);
        }
        decided.add(new Decision(output, name, ++seq, cause, rules, now, key, value, avro));
    }

    @Override
    public void reject(Reason reason, String message) {
        Rejection rejection = new Rejection(
                domain.name(), name.isEmpty() ? null : name, source, reason.name(), Limits.message(message), null, now);
        emit(domain.rejections(), name, rejection);
    }

    @Override
    public void parallel(int slices, IntConsumer work) {
        parallel.run(slices, work);
    }
}
