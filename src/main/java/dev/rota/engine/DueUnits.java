package dev.rota.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** An index of units by their next due timer. It caches what the units' rows say, for appending Ticks. */
final class DueUnits {

    private final Map<String, Long> dueOf = new TreeMap<>();
    private final TreeMap<Long, TreeSet<String>> unitsAt = new TreeMap<>();

    DueUnits(Rows rows) {
        byte[] all = {EngineTables.UNITS_NUMBER};
        try (Rows.Cursor cursor = rows.scan(EngineTables.UNITS, all, all)) {
            while (cursor.next()) {
                Key.Reader key = new Key(cursor.key()).read();
                key.kind();
                set(key.text(), ((UnitState) cursor.row()).getNextDue());
            }
        }
    }

    void set(String unit, long due) {
        Long before = due == Long.MAX_VALUE ? dueOf.remove(unit) : dueOf.put(unit, due);
        if (before != null && before == due) {
            return;
        }
        if (before != null) {
            unitsAt.computeIfPresent(before, (time, units) -> {
                units.remove(unit);
                return units.isEmpty() ? null : units;
            });
        }
        if (due != Long.MAX_VALUE) {
            unitsAt.computeIfAbsent(due, time -> new TreeSet<>()).add(unit);
        }
    }

    long next() {
        return unitsAt.isEmpty() ? Long.MAX_VALUE : unitsAt.firstKey();
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
