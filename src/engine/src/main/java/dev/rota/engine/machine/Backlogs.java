package dev.rota.engine.machine;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;

/**
 * The units of a partition whose backlog is measured: since the last measurement, adopted records were decided in them,
 * or much waited there. All others have little, and need no measurement however many there are.
 */
final class Backlogs {

    /** The most units that are measured at once, while records wait. The others have their turn the next time. */
    private static final int AT_ONCE_MAX = 200;

    /** The units, the one that has waited longest first. */
    private final Set<String> measured = new LinkedHashSet<>();

    /** Notes that an adopted record was decided in a unit. */
    void adopted(String unit) {
        measured.add(unit);
    }

    /**
     * Measures backlogs.
     *
     * @param others further units to measure
     * @param much the backlog from which on a unit is measured again
     */
    SortedMap<String, Long> measure(Units units, Collection<String> others, long much) {
        measured.addAll(others);
        List<String> next = measured.stream().limit(AT_ONCE_MAX).toList();
        SortedMap<String, Long> backlogs = units.backlogs(next);
        for (String unit : next) {
            measured.remove(unit);
            Long backlog = backlogs.get(unit);
            if (backlog == null || backlog >= much) {
                measured.add(unit);
            }
        }
        return backlogs;
    }
}
