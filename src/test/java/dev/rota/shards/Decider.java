package dev.rota.shards;

import dev.rota.engine.Checkpoint;
import dev.rota.engine.Decision;
import dev.rota.engine.Rejection;
import dev.rota.engine.ShortestDifference;
import dev.rota.engine.machine.TestLog;
import java.util.List;

/** Decides a history moment by moment: the scheduler or the model. */
@FunctionalInterface
interface Decider extends ShortestDifference.Decides<Moment, TimedDecision> {

    static Decider model() {
        return new NaivePool(RandomHistory.POOL)::take;
    }

    static Decider scheduler(TestLog log) {
        return moment -> told(
                moment.event() == null
                        ? log.tick(moment.time())
                        : log.feed(Moment.topic(moment.event()), moment.time(), moment.event()));
    }

    /** Decisions in the model's form: of a rejection only the reason, and no checkpoints. */
    private static List<TimedDecision> told(List<Decision> decided) {
        return decided.stream()
                .filter(decision -> !(decision.value() instanceof Checkpoint))
                .map(decision -> new TimedDecision(
                        decision.time(),
                        decision.output().topic(),
                        decision.key(),
                        decision.value() instanceof Rejection rejection ? rejection.getReason() : decision.value()))
                .toList();
    }
}
