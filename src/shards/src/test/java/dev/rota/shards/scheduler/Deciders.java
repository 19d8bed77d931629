package dev.rota.shards.scheduler;

import dev.rota.testing.Decider;
import dev.rota.testing.ShortestDifference;
import dev.rota.testing.TestLog;
import dev.rota.testing.TimedDecision;
import java.util.function.Supplier;

/** Creates deciders of a history: the scheduler and the model. */
final class Deciders {

    private Deciders() {}

    /** Finds the shortest history that two deciders decide differently. */
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
