package dev.rota.chunks;

import dev.rota.engine.Nullable;
import dev.rota.engine.ShortestDifference;
import java.util.List;
import java.util.function.Supplier;

/** Finds where two deciders differ on the same history of a network. */
final class Difference implements ShortestDifference.Comparison<Moment, TimedDecision> {

    /** Describes the difference; null if they decide alike. */
    static @Nullable String between(Supplier<Decider> expected, Supplier<Decider> actual, List<Moment> history) {
        return new ShortestDifference<>(expected, actual, new Difference()).in(history);
    }

    @Override
    public boolean alike(List<TimedDecision> wanted, List<TimedDecision> found) {
        return DecisionComparison.alike(wanted, found);
    }

    @Override
    public String told(List<TimedDecision> decided) {
        return DecisionComparison.text(decided);
    }

    @Override
    public String script(List<Moment> history) {
        return Moment.script(history);
    }
}
