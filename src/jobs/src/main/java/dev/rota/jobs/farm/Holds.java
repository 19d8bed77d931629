package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import dev.rota.engine.Table;
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
public final class Holds {

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

    /**
     * Sets a hold, or ends it with null. The change from draining to drained touches no instance: it is made at the end
     * of a step, and an instance that is touched then would be looked at in the next one.
     */
    public void set(Farm farm, HoldTarget whom, @Nullable HoldRow row) {
        Table<HoldRow> table = farm.step().table(JobsTables.HOLDS);
        boolean wasHeld = rows.containsKey(whom);
        draining -= isDraining(rows.get(whom)) ? 1 : 0;
        if (row != null) {
            rows.put(whom, row);
            draining += isDraining(row) ? 1 : 0;
            table.upsert(whom.key(), row);
        } else {
            rows.remove(whom);
            table.delete(whom.key());
        }
        mayBeEmpty(whom);
        if (wasHeld != (row != null)) {
            apply(farm, whom, row != null);
        }
    }

    private static void apply(Farm farm, HoldTarget whom, boolean held) {
        Bot bot = whom.kind() == HoldTarget.Kind.BOT ? farm.bot(whom.id()) : null;
        if (bot != null) {
            bot.held = held;
            farm.platforms().refresh(bot);
        }
        Instance instance =
                whom.kind() == HoldTarget.Kind.INSTANCE ? farm.instances().known(whom.id()) : null;
        if (instance != null) {
            instance.held = held;
            farm.instances().touch(instance);
            farm.shares().touched(instance);
        }
        if (whom.kind() == HoldTarget.Kind.COHORT) {
            farm.instances().all().forEach(farm.instances()::touch);
            farm.instances().all().forEach(farm.shares()::touched);
        }
    }

    /** Returns whether no bot has a job of a target. */
    public static boolean isEmpty(Farm farm, HoldTarget whom) {
        Bot bot = farm.bot(whom.id());
        Instance instance = farm.instances().known(whom.id());
        return switch (whom.kind()) {
            case COHORT -> farm.assigned() == 0;
            case BOT -> bot == null || bot.leases.isEmpty();
            case INSTANCE -> instance == null || instance.usage == 0;
        };
    }

    /** Records that a bot's lease of a job of an instance has ended. */
    void freed(String bot, String instance) {
        if (draining > 0) {
            mayBeEmpty(HoldTarget.COHORT);
            mayBeEmpty(HoldTarget.bot(bot));
            mayBeEmpty(HoldTarget.instance(instance));
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
