package dev.rota.shards;

import dev.rota.testing.Decider;
import dev.rota.testing.ShortestDifference;
import dev.rota.testing.TestLog;
import dev.rota.testing.TimedDecision;
import java.util.function.Supplier;

/** The scheduler and the model, as deciders of a history. */
final class Deciders {

    private Deciders() {}

    /** Finds where two of them differ. */
    static ShortestDifference<TimedDecision> difference(
            Supplier<Decider<TimedDecision>> expected, Supplier<Decider<TimedDecision>> actual) {
        return new ShortestDifference<>(new ShardsDomain(), expected, actual, new DecisionComparison());
    }

    static Decider<TimedDecision> model() {
        return new NaivePool(RandomHistory.POOL)::take;
    }

    static Decider<TimedDecision> scheduler(TestLog log) {
        return Decider.scheduler(log, TimedDecision::of);
    }
}
