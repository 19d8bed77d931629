package dev.rota.jobs.explain;

import dev.rota.engine.Nullable;
import dev.rota.engine.text.Phrases;
import dev.rota.jobs.HoldRow;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.HoldTarget;

/** Says what an operator holds, and since when. */
final class HoldSentence {

    private HoldSentence() {}

    /** {@code HELD}, {@code DRAINING} or {@code DRAINED}. */
    static String state(HoldRow hold) {
        return hold.getDrained() ? "DRAINED" : hold.getDraining() ? "DRAINING" : "HELD";
    }

    /** A clause about the hold of something, and one about that of the whole cohort; empty if neither is held. */
    static String clauses(Farm farm, HoldTarget whom) {
        String own = of(farm, whom);
        String all = of(farm, HoldTarget.COHORT);
        return (own == null ? "" : "; " + own) + (all == null ? "" : "; " + all);
    }

    /** A sentence about the hold of something; null if it is not held. */
    static @Nullable String of(Farm farm, HoldTarget whom) {
        HoldRow hold = farm.holds().of(whom);
        if (hold == null) {
            return null;
        }
        String what = hold.getDrained()
                ? " is held and has drained; it was held "
                : hold.getDraining() ? " is draining, held " : " is held ";
        return whom.name() + what + Phrases.since(hold.getSince());
    }
}
