package dev.rota.shards;

import dev.rota.engine.Checkpoint;
import dev.rota.engine.Decision;
import dev.rota.engine.Rejection;
import dev.rota.engine.ShortestDifference;
import dev.rota.engine.TestLog;
import java.util.List;

/** Whoever decides upon a history, one moment after the other. */
@FunctionalInterface
interface Decider extends ShortestDifference.Decides<Moment, Told> {

    static Decider model() {
        return new NaivePool(RandomHistory.POOL)::take;
    }

    static Decider scheduler(TestLog log) {
        return moment -> told(
                moment.event() == null
                        ? log.tick(moment.time())
                        : log.feed(Moment.topic(moment.event()), moment.time(), moment.event()));
    }

    /** Decisions as the model says them: of a rejection the reason counts, and checkpoints do not. */
    private static List<Told> told(List<Decision> decided) {
        return decided.stream()
                .filter(decision -> !(decision.value() instanceof Checkpoint))
                .map(decision -> new Told(
                        decision.time(),
                        decision.output().topic(),
                        decision.key(),
                        decision.value() instanceof Rejection rejection ? rejection.getReason() : decision.value()))
                .toList();
    }
}
