package dev.rota.engine.machine;

import dev.rota.engine.Ids;
import dev.rota.engine.Times;
import dev.rota.engine.UnitState;
import dev.rota.engine.rows.EngineTables;
import dev.rota.engine.rows.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * An index of units by their next due timers, plain and attended. It is a cache of the units' rows, used to append
 * Ticks.
 */
public final class DueUnits {

    private final ByDue plain = new ByDue();
    private final ByDue attended = new ByDue();

    DueUnits(Rows rows) {
        byte[] all = {EngineTables.UNITS_NUMBER};
        try (Rows.Cursor cursor = rows.scan(EngineTables.UNITS, all, all)) {
            while (cursor.next()) {
                UnitState state = (UnitState) cursor.row();
                set(Units.name(cursor.key()), state.getNextDue(), state.getNextAttendedDue());
            }
        }
    }

    void set(String unit, long due, long attendedDue) {
        plain.set(unit, due);
        attended.set(unit, attendedDue);
    }

    /** Returns the due time of the earliest plain timer of any unit, or {@link Times#NEVER} if there is none. */
    public long next() {
        return plain.next();
    }

    /** Returns the due time of the earliest attended timer of any unit, or {@link Times#NEVER} if there is none. */
    public long nextAttended() {
        return attended.next();
    }

    /** Returns up to {@code max} units with plain timers due at {@code time}. */
    public List<String> at(long time, int max) {
        return plain.at(time, max);
    }

    /** Returns up to {@code max} units with attended timers due at {@code attendedTo}. */
    public List<String> attendedAt(long attendedTo, int max) {
        return attended.at(attendedTo, max);
    }

    /** Returns the units with timers of either kind due at {@code time} if all time is attended, ordered by name. */
    public Set<String> allAt(long time) {
        Set<String> due = new TreeSet<>(Ids.BY_BYTES);
        due.addAll(plain.at(time, Integer.MAX_VALUE));
        due.addAll(attended.at(time, Integer.MAX_VALUE));
        return due;
    }

    /** Indexes units by the due time of one kind of timer. */
    private static final class ByDue {

        private final Map<String, Long> dueOf = new TreeMap<>();
        private final TreeMap<Long, TreeSet<String>> unitsAt = new TreeMap<>();

        void set(String unit, long due) {
            Long before = due == Times.NEVER ? dueOf.remove(unit) : dueOf.put(unit, due);
            if (before != null && before == due) {
                return;
            }
            if (before != null) {
                unitsAt.computeIfPresent(before, (time, units) -> {
                    units.remove(unit);
                    return units.isEmpty() ? null : units;
                });
            }
            if (due != Times.NEVER) {
                unitsAt.computeIfAbsent(due, time -> new TreeSet<>()).add(unit);
            }
        }

        long next() {
            return unitsAt.isEmpty() ? Times.NEVER : unitsAt.firstKey();
        }

        List<String> at(long time, int max) {
            List<String> due = new ArrayList<>();
            for (TreeSet<String> units : unitsAt.headMap(time, true).values()) {
                for (String unit : units) {
                    if (due.size() == max) {
                        return due;
                    }
                    due.add(unit);
                }
            }
            return due;
        }
    }
}
