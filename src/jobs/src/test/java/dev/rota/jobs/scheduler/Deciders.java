package dev.rota.jobs.scheduler;

import dev.rota.engine.Checkpoint;
import dev.rota.engine.Decision;
import dev.rota.engine.Rejection;
import dev.rota.testing.Decider;
import dev.rota.testing.ShortestDifference;
import dev.rota.testing.TestLog;
import java.util.List;
import java.util.function.Supplier;

/** Creates deciders of a history: the scheduler and the model. */
final class Deciders {

    private Deciders() {}

    /** Finds the shortest history that two deciders decide differently. */
    static ShortestDifference<TimedDecision> difference(
            Supplier<Decider<TimedDecision>> expected, Supplier<Decider<TimedDecision>> actual) {
        return new ShortestDifference<>(new JobsDomain(), expected, actual, new ComparableDecisions());
    }

    static Decider<TimedDecision> model() {
        return new NaiveCohort(RandomHistory.COHORT)::take;
    }

    static Decider<TimedDecision> scheduler(TestLog log) {
        return Decider.scheduler(log, Deciders::told);
    }

    /** Converts decisions to the model's form, which has only the reason of a rejection, and no checkpoints. */
    private static List<TimedDecision> told(List<Decision> decided) {
        return decided.stream()
                .filter(decision -> !(decision.value() instanceof Checkpoint))
                .map(decision -> new TimedDecision(
                        decision.time(),
                        decision.value() instanceof Rejection rejection
                                ? JobsReason.valueOf(rejection.getReason())
                                : decision.value()))
                .toList();
    }
}
