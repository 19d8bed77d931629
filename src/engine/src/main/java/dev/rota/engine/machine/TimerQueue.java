package dev.rota.engine.machine;

import dev.rota.engine.Key;
import dev.rota.engine.Table;
import dev.rota.engine.TimerRow;
import dev.rota.engine.Times;
import dev.rota.engine.rows.UnitTable;
import java.util.ArrayList;
import java.util.List;

/** Keeps the timers of one unit as rows in the order of their due times, and caches the earliest due time. */
final class TimerQueue {

    /** A timer taken from the queue. */
    record Taken(Key key, TimerRow row) {}

    private static final Key ALL = Key.EMPTY;

    private final UnitTable<TimerRow> rows;
    private long nextDue;

    TimerQueue(UnitTable<TimerRow> rows, long nextDue) {
        this.rows = rows;
        this.nextDue = nextDue;
    }

    /** Returns the due time of the earliest timer, or {@link Times#NEVER} if there is none. */
    long nextDue() {
        return nextDue;
    }

    /** Disables all timers, for a closed unit. */
    void stop() {
        nextDue = Times.NEVER;
    }

    /** Removes and returns all timers of the earliest due time, in key order. */
    List<Taken> take() {
        List<Taken> taken = new ArrayList<>();
        try (Table.Cursor<TimerRow> cursor = rows.scan(Key.of(nextDue))) {
            for (Table.Entry<TimerRow> entry = cursor.next(); entry != null; entry = cursor.next()) {
                Key.Reader reader = entry.key().read();
                reader.number64();
                taken.add(new Taken(reader.rest(), entry.row()));
                rows.delete(entry.key());
            }
        }
        nextDue = earliest();
        return taken;
    }

    void insert(long due, Key key, TimerRow row) {
        rows.insert(timerKey(due, key), row);
        nextDue = Math.min(nextDue, due);
    }

    boolean has(long due, Key key) {
        return rows.get(timerKey(due, key)) != null;
    }

    /** Removes a timer, which must be set. */
    void delete(long due, Key key) {
        rows.delete(timerKey(due, key));
        if (due == nextDue) {
            nextDue = earliest();
        }
    }

    private long earliest() {
        Table.Entry<TimerRow> first = rows.first(ALL);
        return first == null ? Times.NEVER : first.key().read().number64();
    }

    private static Key timerKey(long due, Key key) {
        return Key.of().number(due).key(key).end();
    }
}
