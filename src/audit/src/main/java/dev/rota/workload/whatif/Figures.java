package dev.rota.workload.whatif;

import java.util.Collections;
import java.util.SortedMap;

/**
 * The figures of one group in one world.
 *
 * @param counts what happened how often, by name
 * @param parties the number of its parties that had slots
 * @param slotTime the slots of its parties times the time for which they had them
 * @param busyTime the part of it in which they were used
 */
public record Figures(Waits waits, SortedMap<String, Long> counts, int parties, long slotTime, long busyTime) {

    /** The figures of a group of which nothing is known. */
    public static final Figures NONE = new Figures(new Waits(), Collections.emptySortedMap(), 0, 0, 0);

    /** Returns the used part of the slots, or -1 if there are none. */
    public double utilisation() {
        return slotTime == 0 ? -1 : (double) busyTime / slotTime;
    }
}
