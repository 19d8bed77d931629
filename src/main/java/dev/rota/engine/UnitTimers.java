package dev.rota.engine;

import java.util.ArrayList;
import java.util.List;

/** The timers of one unit: their rows, and the earliest due time. */
final class UnitTimers implements Timers {

    /**
     * The due time of a continuation. It sorts before all timers of a domain, so a step's remainder is decided before
     * anything that becomes due later.
     */
    static final long AT_ONCE = Long.MIN_VALUE;

    private static final Key ALL = Key.EMPTY;

    private final UnitTable<TimerRow> rows;
    private long nextDue;
    /** The time of the current log record. */
    private long recordTime;

    UnitTimers(UnitTable<TimerRow> rows, long nextDue) {
        this.rows = rows;
        this.nextDue = nextDue;
    }

    void begin(long time) {
        recordTime = time;
    }

    /** When the earliest timer is due; {@link Long#MAX_VALUE} if there is none. */
    long nextDue() {
        return nextDue;
    }

    /** Disables all timers, for a closed unit. */
    void stop() {
        nextDue = Long.MAX_VALUE;
    }

    /**
     * Takes all timers of the earliest due time from the table, rescheduling periodic ones; returns their keys in
     * order.
     */
    List<Key> takeDue() {
        long due = nextDue;
        List<Key> keys = new ArrayList<>();
        try (Table.Cursor<TimerRow> cursor = rows.scan(Key.of(due))) {
            for (Table.Entry<TimerRow> entry = cursor.next(); entry != null; entry = cursor.next()) {
                Key.Reader reader = entry.key().read();
                reader.number64();
                Key key = reader.rest();
                keys.add(key);
                rows.delete(entry.key());
                long period = entry.row().getPeriodMs();
                if (period > 0) {
                    rows.insert(timerKey(nextPeriod(due, period), key), entry.row());
                }
            }
        }
        nextDue = earliest();
        return keys;
    }

    private long earliest() {
        Table.Entry<TimerRow> first = rows.first(ALL);
        return first == null ? Long.MAX_VALUE : first.key().read().number64();
    }

    /** Sets the timer that continues a step; no effect if it is already set. */
    void continueWith(Key key) {
        Key timer = timerKey(AT_ONCE, key);
        if (rows.get(timer) == null) {
            rows.insert(timer, new TimerRow(0L));
        }
        nextDue = AT_ONCE;
    }

    @Override
    public void set(long due, Key key) {
        insert(due, key, 0L);
    }

    @Override
    public void setPeriodic(long due, Key key, long periodMs) {
        insert(due, key, period(periodMs));
    }

    private void insert(long due, Key key, long periodMs) {
        if (due == AT_ONCE) {
            throw new IllegalArgumentException(
                    "expected a due time above Long.MIN_VALUE, which is reserved for continuations");
        }
        rows.insert(timerKey(due, key), new TimerRow(periodMs));
        nextDue = Math.min(nextDue, due);
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
        rows.delete(timerKey(due, key));
        if (due == nextDue) {
            nextDue = earliest();
        }
    }

    private static Key timerKey(long due, Key key) {
        return Key.of().number(due).raw(key.bytes()).end();
    }
}
