package dev.rota.chunks;

import dev.rota.engine.Checkpoint;
import dev.rota.engine.Decision;
import dev.rota.engine.Rejection;
import dev.rota.engine.ShortestDifference;
import dev.rota.engine.TestLog;
import java.util.List;
import java.util.function.Consumer;

/** Whoever decides upon a history, one moment after the other. */
@FunctionalInterface
public interface Decider extends ShortestDifference.Decides<Moment, Told> {

    static Decider model() {
        NaiveNetwork network = new NaiveNetwork(RandomHistory.NETWORK);
        return network::take;
    }

    static Decider scheduler(TestLog log) {
        return scheduler(log, decided -> {});
    }

    /** A scheduler whose decisions are told to somebody as they are. */
    static Decider scheduler(TestLog log, Consumer<List<Decision>> heard) {
        return moment -> {
            List<Decision> decided = moment.event() == null
                    ? log.tick(moment.time())
                    : log.feed(Moment.topic(moment.event()), moment.time(), moment.event());
            heard.accept(decided);
            return told(decided);
        };
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
