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
 * The holds of operators: where something is held, no job is started. A hold is of a bot's id or an instance's name,
 * whether or not that exists, and stays until it is resumed.
 */
public final class Holds implements JobIndex {

    static final List<String> STATES = List.of("HELD", "DRAINING", "DRAINED");

    private final NavigableMap<HoldTarget, HoldRow> rows = new TreeMap<>();

    /** The targets that drain and may have become empty in this step. */
    private final TreeSet<HoldTarget> freed = new TreeSet<>();

    private int draining;

    Holds() {}

    /** Returns the hold of a target, or null if it is not held. */
    public @Nullable HoldRow of(HoldTarget whom) {
        return rows.get(whom);
    }

    public boolean has(HoldTarget whom) {
        return !rows.isEmpty() && rows.containsKey(whom);
    }

    /** Returns the state of a hold, one of {@link #STATES}. */
    public static String state(HoldRow hold) {
        return hold.getDrained() ? "DRAINED" : hold.getDraining() ? "DRAINING" : "HELD";
    }

    /** All holds, in order. */
    public Map<HoldTarget, HoldRow> all() {
        return rows;
    }

    /** Adds a hold that was read from its row. */
    void restore(HoldTarget whom, HoldRow row) {
        rows.put(whom, row);
        draining += isDraining(row) ? 1 : 0;
    }

    private static boolean isDraining(@Nullable HoldRow row) {
        return row != null && row.getDraining() && !row.getDrained();
    }

    /** Sets a hold, or ends it with null; returns whether the target was not held before, or is not any more. */
    boolean set(Step step, HoldTarget whom, @Nullable HoldRow row) {
        boolean wasHeld = rows.containsKey(whom);
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
        return wasHeld != (row != null);
    }

    @Override
    public void vacated(Job job, Bot bot) {
        if (draining > 0) {
            mayBeEmpty(HoldTarget.COHORT);
            mayBeEmpty(HoldTarget.bot(bot.id));
            mayBeEmpty(HoldTarget.instance(job.kind.instance.name));
        }
    }

    private void mayBeEmpty(HoldTarget whom) {
        if (isDraining(rows.get(whom))) {
            freed.add(whom);
        }
    }

    /** Checks all draining targets at the end of this step, since an earlier step may have left something to report. */
    void allMayBeEmpty() {
        if (draining > 0) {
            rows.keySet().forEach(this::mayBeEmpty);
        }
    }

    /** Returns the targets that drain and may have become empty in this step, in order. */
    public List<HoldTarget> takeFreed() {
        List<HoldTarget> all = new ArrayList<>(freed);
        freed.clear();
        return all;
    }
}
