package dev.rota.shards;

import dev.rota.engine.Nullable;
import dev.rota.engine.ShortestDifference;
import java.util.List;
import java.util.function.Supplier;

/** Where two who decide upon the same history of a pool part. */
final class Difference implements ShortestDifference.Judge<Moment, Told> {

    /** A text for people; null: they decide alike. */
    static @Nullable String between(Supplier<Decider> expected, Supplier<Decider> actual, List<Moment> history) {
        return new ShortestDifference<>(expected, actual, new Difference()).in(history);
    }

    @Override
    public boolean alike(List<Told> wanted, List<Told> found) {
        return Alike.in(wanted, found);
    }

    @Override
    public String told(List<Told> decided) {
        return Alike.text(decided);
    }

    @Override
    public String script(List<Moment> history) {
        return Moment.script(history);
    }
}
