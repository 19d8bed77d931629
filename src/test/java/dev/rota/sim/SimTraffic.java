package dev.rota.sim;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.workload.Traffic.Fact;

/** A domain, and what its producers write. It need not make sense: what makes none is rejected. */
interface SimTraffic {

    Domain domain();

    /** The next event. A number from 0 to 99 chooses what it is about. */
    Fact next(int number);

    /** An event that no scheduler can decide; null if all can be decided. */
    @Nullable
    default Fact undecidable(int number) {
        return null;
    }

    /** Whether something comes of each event, be it that it is rejected. */
    boolean answersEach();
}
