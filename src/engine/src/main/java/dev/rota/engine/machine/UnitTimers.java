package dev.rota.engine.machine;

import dev.rota.engine.AttendedTimers;
import dev.rota.engine.Key;
import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import dev.rota.engine.TimerRow;
import dev.rota.engine.Timers;
import dev.rota.engine.Times;
import dev.rota.engine.UnitState;
import dev.rota.engine.log.AttendedTime;
import dev.rota.engine.rows.EngineTables;
import dev.rota.engine.rows.RowCount;
import dev.rota.engine.rows.Rows;
import dev.rota.engine.rows.UnitTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The timers of one unit, plain and attended, and the steps that they cause. */
final class UnitTimers implements Timers {

    /**
     * The due time of a continuation. It sorts before all timers of a domain, so that a step's remainder is decided
     * before anything that becomes due later.
     */
    static final long AT_ONCE = Long.MIN_VALUE;

    /** Timers that fire together in one step; {@code due} is their time. */
    record Due(long due, List<Key> keys) {}

    private final TimerQueue plain;
    private final TimerQueue silence;
    private final Attended attended = new Attended();

    /** The time of the current log record. */
    private long recordTime;

    private AttendedTime attendedTime = AttendedTime.NONE;
    private long now;
    private int plainSteps;
    private int attendedSteps;

    private final Consumer<Key> check;

    /** @param check throws if the scheduler has no handler for a timer with this key */
    UnitTimers(String unit, Rows rows, RowCount count, UnitState state, Consumer<Key> check) {
        this.check = check;
        this.plain = new TimerQueue(new UnitTable<>(EngineTables.TIMERS, unit, rows, count), state.getNextDue());
        this.silence = new TimerQueue(
                new UnitTable<>(EngineTables.ATTENDED_TIMERS, unit, rows, count), state.getNextAttendedDue());
    }

    /** Begins a log record, which carries attended time if it is an attended Tick. */
    void begin(long time, AttendedTime attendedUpTo) {
        recordTime = time;
        attendedTime = attendedUpTo;
        plainSteps = 0;
        attendedSteps = 0;
    }

    /** Begins a step. */
    void step(long time) {
        now = time;
    }

    AttendedTimers attended() {
        return attended;
    }

    /** Returns the due time of the earliest plain timer, or {@link Times#NEVER} if there is none. */
    long nextDue() {
        return plain.nextDue();
    }

    /** Returns the due time of the earliest attended timer, or {@link Times#NEVER} if there is none. */
    long nextAttendedDue() {
        return silence.nextDue();
    }

    /** Disables all timers, for a closed unit. */
    void stop() {
        plain.stop();
        silence.stop();
    }

    /**
     * Takes the next timers that may fire at this record: those of the earliest due time, of both kinds, in key order.
     * Returns null if there are none, or if no more steps are allowed. Each kind has its own limit, so that attended
     * timers that are set again because their deadlines have not passed do not keep plain timers from firing.
     */
    @Nullable
    Due takeDue() {
        boolean plainMay = plain.nextDue() <= recordTime && plainSteps < Limits.TIMER_STEPS_PER_RECORD_MAX;
        boolean attendedMay =
                silence.nextDue() <= attendedTime.to() && attendedSteps < Limits.TIMER_STEPS_PER_RECORD_MAX;
        if (!plainMay && !attendedMay) {
            return null;
        }
        long due = !attendedMay
                ? plain.nextDue()
                : !plainMay ? silence.nextDue() : Math.min(plain.nextDue(), silence.nextDue());
        List<Key> keys = new ArrayList<>();
        if (plainMay && plain.nextDue() == due) {
            plainSteps++;
            takePlain(due, keys);
        }
        if (attendedMay && silence.nextDue() == due) {
            attendedSteps++;
            silence.take().forEach(timer -> keys.add(timer.key()));
            keys.sort(null);
        }
        return new Due(due, keys);
    }

    /** Takes the earliest plain timers, and reschedules periodic ones. */
    private void takePlain(long due, List<Key> keys) {
        for (TimerQueue.Taken timer : plain.take()) {
            keys.add(timer.key());
            long period = timer.row().getPeriodMs();
            if (period > 0) {
                plain.insert(nextPeriod(due, period), timer.key(), timer.row());
            }
        }
    }

    /** Sets the timer that continues a step. Has no effect if it is already set. */
    void continueWith(Key key) {
        check.accept(key);
        if (!plain.has(AT_ONCE, key)) {
            plain.insert(AT_ONCE, key, new TimerRow(0L));
        }
    }

    @Override
    public void set(long due, Key key) {
        check.accept(key);
        plain.insert(notAtOnce(due), key, new TimerRow(0L));
    }

    @Override
    public void setPeriodic(long due, Key key, long periodMs) {
        check.accept(key);
        plain.insert(notAtOnce(due), key, new TimerRow(period(periodMs)));
    }

    private static long notAtOnce(long due) {
        if (due == AT_ONCE) {
            throw new IllegalArgumentException(
                    "expected a due time above Long.MIN_VALUE, which is reserved for continuations");
        }
        return due;
    }

    @Override
    public long nextPeriod(long due, long periodMs) {
        long late = Math.max(0, recordTime - due);
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
        plain.delete(due, key);
    }

    /** The unit's attended timers. */
    private final class Attended implements AttendedTimers {

        @Override
        public void set(long due, Key key) {
            check.accept(key);
            silence.insert(notAtOnce(due), key, new TimerRow(0L));
        }

        @Override
        public void cancel(long due, Key key) {
            silence.delete(due, key);
        }

        @Override
        public long over(long since, long limitMs) {
            long over = attendedTime.over(since, limitMs);
            // A unit's time may be later than the end of the attended time.
            return over > attendedTime.to() ? Math.max(over, Times.after(now, 1)) : over;
        }
    }
}
