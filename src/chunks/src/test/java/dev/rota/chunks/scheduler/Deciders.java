package dev.rota.chunks.scheduler;

import dev.rota.engine.Decision;
import dev.rota.testing.Decider;
import dev.rota.testing.ShortestDifference;
import dev.rota.testing.TestLog;
import dev.rota.testing.TimedDecision;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Creates deciders of a history: the scheduler and the model. */
public final class Deciders {

    private Deciders() {}

    /** Finds the shortest history that two deciders decide differently. */
    static ShortestDifference<TimedDecision> difference(
            Supplier<Decider<TimedDecision>> expected, Supplier<Decider<TimedDecision>> actual) {
        return new ShortestDifference<>(new ChunksDomain(), expected, actual, new DecisionComparison());
    }

    public static Decider<TimedDecision> model() {
        NaiveNetwork network = new NaiveNetwork(RandomHistory.NETWORK);
        return network::take;
    }

    public static Decider<TimedDecision> scheduler(TestLog log) {
        return scheduler(log, decided -> {});
    }

    /** Creates a scheduler that also passes its decisions on unchanged. */
    public static Decider<TimedDecision> scheduler(TestLog log, Consumer<List<Decision>> heard) {
        return moment -> {
            List<Decision> decided = log.take(moment);
            heard.accept(decided);
            return TimedDecision.of(decided);
        };
    }
}
