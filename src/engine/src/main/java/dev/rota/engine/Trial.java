package dev.rota.engine;

import java.util.List;

/**
 * The effect that events would have as the next records of a unit, at the unit's time. The unit's scheduler has decided
 * on them; its writes were kept apart from the unit's rows.
 * @param tables the unit's tables after the events, which are only read
 * @param decisions the decisions that the records would cause, in order; those of timers that were due before come first
 * @param isChanging whether the last event would change a row of the unit
 * @param isDrawn whether the decisions depend on random numbers; the records' numbers and times, which are unknown, seed them
 */
public record Trial(Tables tables, List<Decision> decisions, boolean isChanging, boolean isDrawn) {

    public Trial {
        decisions = List.copyOf(decisions);
    }
}
