package dev.rota.jobs;

import dev.rota.engine.Checkpoint;
import dev.rota.engine.Decision;
import dev.rota.engine.Rejection;
import dev.rota.testing.Decider;
import dev.rota.testing.ShortestDifference;
import dev.rota.testing.TestLog;
import java.util.List;
import java.util.function.Supplier;

/** The scheduler and the model, as deciders of a history. */
final class Deciders {

    private Deciders() {}

    /** Finds where two of them differ. */
    static ShortestDifference<TimedDecision> difference(
            Supplier<Decider<TimedDecision>> expected, Supplier<Decider<TimedDecision>> actual) {
        return new ShortestDifference<>(new JobsDomain(), expected, actual, new ComparableDecisions());
    }

    static Decider<TimedDecision> model() {
        NaiveCohort cohort = new NaiveCohort(RandomHistory.COHORT);
        return moment ->
                moment.event() == null ? cohort.advanceTo(moment.time()) : cohort.take(moment.time(), moment.event());
    }

    static Decider<TimedDecision> scheduler(TestLog log) {
        return Decider.scheduler(log, Deciders::told);
    }

    /** Decisions in the model's form: of a rejection only the reason, and no checkpoints. */
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
