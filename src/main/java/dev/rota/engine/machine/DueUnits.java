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
 * An index of units by their next due timers, plain and attended. It caches what the units' rows say, for appending
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

    /** When the earliest plain timer of any unit is due; {@link Times#NEVER} if there is none. */
    public long next() {
        return plain.next();
    }

    /** When the earliest attended timer of any unit is due; {@link Times#NEVER} if there is none. */
    public long nextAttended() {
        return attended.next();
    }

    /** Units with plain timers due at {@code time}, at most {@code max} of them. */
    public List<String> at(long time, int max) {
        return plain.at(time, max);
    }

    /** Units with attended timers due at {@code attendedTo}, at most {@code max} of them. */
    public List<String> attendedAt(long attendedTo, int max) {
        return attended.at(attendedTo, max);
    }

    /** Units with timers of either kind due at {@code time} if all time is attended, in the order of their names. */
    public Set<String> allAt(long time) {
        Set<String> due = new TreeSet<>(Ids.BY_BYTES);
        due.addAll(plain.at(time, Integer.MAX_VALUE));
        due.addAll(attended.at(time, Integer.MAX_VALUE));
        return due;
    }

    /** Units by one kind of timer. */
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
