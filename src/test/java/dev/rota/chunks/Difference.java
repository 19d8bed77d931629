package dev.rota.chunks;

import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Where two who decide upon the same history part, and the shortest history that still parts them. */
final class Difference {

    /** Histories that shrinking may try. */
    private static final int TRIALS_MAX = 3_000;

    private final Supplier<Decider> expected;
    private final Supplier<Decider> actual;
    private int trials;

    private Difference(Supplier<Decider> expected, Supplier<Decider> actual) {
        this.expected = expected;
        this.actual = actual;
    }

    /** A text for people; null: they decide alike. */
    static @Nullable String between(Supplier<Decider> expected, Supplier<Decider> actual, List<Moment> history) {
        Difference difference = new Difference(expected, actual);
        List<Moment> prefix = difference.prefix(history);
        if (prefix == null) {
            return null;
        }
        List<Moment> shortest = difference.shrink(prefix);
        return Moment.script(shortest) + "\n" + difference.at(shortest);
    }

    /** The moments up to the first that is decided differently; null: there is none. */
    private @Nullable List<Moment> prefix(List<Moment> history) {
        Decider one = expected.get();
        Decider other = actual.get();
        for (int i = 0; i < history.size(); i++) {
            if (!alike(one, other, history.get(i))) {
                return history.subList(0, i + 1);
            }
        }
        return null;
    }

    /** A decider that breaks down decides unlike any other. */
    private static boolean alike(Decider one, Decider other, Moment moment) {
        List<Told> wanted = one.take(moment);
        List<Told> found;
        try {
            found = other.take(moment);
        } catch (RuntimeException e) {
            return false;
        }
        return Alike.in(wanted, found);
    }

    /** Leaves out ever smaller pieces, as long as a difference remains. */
    private List<Moment> shrink(List<Moment> failing) {
        List<Moment> shortest = failing;
        for (int piece = failing.size() / 2; piece > 0; piece = piece > 1 ? piece / 2 : 0) {
            for (int from = shortest.size() - piece; from >= 0 && trials < TRIALS_MAX; from -= piece) {
                List<Moment> shorter = new ArrayList<>(shortest.subList(0, from));
                shorter.addAll(shortest.subList(from + piece, shortest.size()));
                trials++;
                List<Moment> prefix = prefix(shorter);
                if (prefix != null) {
                    shortest = prefix;
                    from = Math.min(from, shortest.size());
                }
            }
        }
        return shortest;
    }

    /** What both decide upon the last moment. */
    private String at(List<Moment> history) {
        Decider one = expected.get();
        Decider other = actual.get();
        for (Moment moment : history.subList(0, history.size() - 1)) {
            one.take(moment);
            other.take(moment);
        }
        Moment last = history.get(history.size() - 1);
        String wanted = Alike.text(one.take(last));
        try {
            return "expected:" + wanted + "\nbut:" + Alike.text(other.take(last));
        } catch (RuntimeException e) {
            return "expected:" + wanted + "\nbut: " + e;
        }
    }
}
