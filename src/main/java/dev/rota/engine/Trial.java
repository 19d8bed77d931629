package dev.rota.engine;

import java.util.List;

/**
 * The effect that an event would have as the next record of a unit, at the unit's time. The unit's scheduler has decided
 * on it; its writes were kept apart from the unit's rows.
 * @param tables the unit's tables after the event, which are only read
 * @param decisions the decisions that the record would cause, in order; those of timers that were due before come first
 * @param isChanging whether the event would change a row of the unit
 * @param isDrawn whether the decisions depend on random numbers; the record's position, which is unknown, seeds them
 */
public record Trial(Tables tables, List<Decision> decisions, boolean isChanging, boolean isDrawn) {

    public Trial {
        decisions = List.copyOf(decisions);
    }
}
