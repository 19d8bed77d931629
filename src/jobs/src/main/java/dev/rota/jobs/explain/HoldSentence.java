package dev.rota.jobs.explain;

import dev.rota.engine.Nullable;
import dev.rota.engine.text.Phrases;
import dev.rota.jobs.HoldRow;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.HoldTarget;

/** Formats what an operator holds, and since when. */
final class HoldSentence {

    private HoldSentence() {}

    /** Returns {@code HELD}, {@code DRAINING} or {@code DRAINED}. */
    static String state(HoldRow hold) {
        return hold.getDrained() ? "DRAINED" : hold.getDraining() ? "DRAINING" : "HELD";
    }

    /**
     * Returns a clause about the hold of a target, and one about that of the whole cohort; empty if neither is held.
     */
    static String clauses(Farm farm, HoldTarget whom) {
        String own = of(farm, whom);
        String all = of(farm, HoldTarget.COHORT);
        return (own == null ? "" : "; " + own) + (all == null ? "" : "; " + all);
    }

    /** Returns a sentence about the hold of a target, or null if it is not held. */
    static @Nullable String of(Farm farm, HoldTarget whom) {
        HoldRow hold = farm.holds.of(whom);
        if (hold == null) {
            return null;
        }
        String what = hold.getDrained()
                ? " is held and has drained; it was held "
                : hold.getDraining() ? " is draining, held " : " is held ";
        return whom.name() + what + Phrases.since(hold.getSince());
    }
}
