package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.jobs.HoldRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What operators hold: nothing new is started there. A hold is of a bot's id or an instance's name, whether or not that is
 * there, and stays until it is resumed.
 */
public final class Holds {

    private final NavigableMap<Held, HoldRow> rows = new TreeMap<>();

    /** What drains and may have become empty in this step. */
    private final TreeSet<Held> freed = new TreeSet<>();

    private int draining;

    Holds() {}

    /** The hold of what may be held; null if there is none. */
    public @Nullable HoldRow of(Held whom) {
        return rows.get(whom);
    }

    public boolean has(Held whom) {
        return !rows.isEmpty() && rows.containsKey(whom);
    }

    /** All holds, in order. */
    public Map<Held, HoldRow> all() {
        return rows;
    }

    /** Adds a hold that was read from its row. */
    void restore(Held whom, HoldRow row) {
        rows.put(whom, row);
        draining += isDraining(row) ? 1 : 0;
    }

    private static boolean isDraining(@Nullable HoldRow row) {
        return row != null && row.getDraining() && !row.getDrained();
    }

    /** Sets a hold, or ends it with null. */
    void set(Step step, Held whom, @Nullable HoldRow row) {
        draining -= isDraining(rows.get(whom)) ? 1 : 0;
        if (row != null) {
            rows.put(whom, row);
            draining += isDraining(row) ? 1 : 0;
            step.table(JobsTables.HOLDS).upsert(whom.key(), row);
        } else {
            rows.remove(whom);
            step.table(JobsTables.HOLDS).delete(whom.key());
        }
        mayBeEmpty(whom);
    }

    /** A bot's lease of a job of an instance has ended. */
    void freed(String bot, String instance) {
        if (draining > 0) {
            mayBeEmpty(Held.COHORT);
            mayBeEmpty(Held.bot(bot));
            mayBeEmpty(Held.instance(instance));
        }
    }

    private void mayBeEmpty(Held whom) {
        if (isDraining(rows.get(whom))) {
            freed.add(whom);
        }
    }

    /** A step before this one may have left something to report. */
    void allMayBeEmpty() {
        if (draining > 0) {
            rows.keySet().forEach(this::mayBeEmpty);
        }
    }

    /** What drains and may have become empty in this step, in order. */
    public List<Held> takeFreed() {
        List<Held> all = new ArrayList<>(freed);
        freed.clear();
        return all;
    }
}
