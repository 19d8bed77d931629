package dev.rota.shards;

import dev.rota.engine.Explainer;
import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;

/** Makes what explains a subject from the pool that a scheduler has in memory, between two steps. */
@FunctionalInterface
interface LiveExplainers {

    /** Null if it would have to look at all that there is. */
    @Nullable
    Explainer of(Subject subject, Pool pool);
}
