package dev.rota.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Finds where two deciders differ on a history, and shrinks it to the shortest one on which they still differ.
 *
 * @param <M> a moment of a history
 * @param <T> a decision
 */
public final class ShortestDifference<M, T> {

    /** Decides moments one after the other: a scheduler, or a model of one. */
    @FunctionalInterface
    public interface Decides<M, T> {
        List<T> take(M moment);
    }

    /** Compares decisions, and prints them. */
    public interface Comparison<M, T> {

        boolean alike(List<T> wanted, List<T> found);

        String told(List<T> decided);

        String script(List<M> history);
    }

    /** Histories that shrinking may try. */
    private static final int TRIALS_MAX = 3_000;

    private final Supplier<? extends Decides<M, T>> expected;
    private final Supplier<? extends Decides<M, T>> actual;
    private final Comparison<M, T> comparison;
    private int trials;

    public ShortestDifference(
            Supplier<? extends Decides<M, T>> expected,
            Supplier<? extends Decides<M, T>> actual,
            Comparison<M, T> comparison) {
        this.expected = expected;
        this.actual = actual;
        this.comparison = comparison;
    }

    /** Describes the shortest difference; null if they decide alike. */
    public @Nullable String in(List<M> history) {
        List<M> prefix = prefix(history);
        if (prefix == null) {
            return null;
        }
        List<M> shortest = shrink(prefix);
        return comparison.script(shortest) + "\n" + at(shortest);
    }

    /** The moments up to the first that is decided differently; null if there is none. */
    private @Nullable List<M> prefix(List<M> history) {
        Decides<M, T> one = expected.get();
        Decides<M, T> other = actual.get();
        for (int i = 0; i < history.size(); i++) {
            if (!alike(one, other, history.get(i))) {
                return history.subList(0, i + 1);
            }
        }
        return null;
    }

    /** Whether both decide a moment alike; a decider that throws never does. */
    private boolean alike(Decides<M, T> one, Decides<M, T> other, M moment) {
        List<T> wanted = one.take(moment);
        List<T> found;
        try {
            found = other.take(moment);
        } catch (RuntimeException e) {
            return false;
        }
        return comparison.alike(wanted, found);
    }

    /** Leaves out smaller and smaller pieces, as long as a difference remains. */
    private List<M> shrink(List<M> failing) {
        List<M> shortest = failing;
        for (int piece = failing.size() / 2; piece > 0; piece = piece > 1 ? piece / 2 : 0) {
            for (int from = shortest.size() - piece; from >= 0 && trials < TRIALS_MAX; from -= piece) {
                List<M> shorter = new ArrayList<>(shortest.subList(0, from));
                shorter.addAll(shortest.subList(from + piece, shortest.size()));
                trials++;
                List<M> prefix = prefix(shorter);
                if (prefix != null) {
                    shortest = prefix;
                    from = Math.min(from, shortest.size());
                }
            }
        }
        return shortest;
    }

    /** The decisions of both on the last moment. */
    private String at(List<M> history) {
        Decides<M, T> one = expected.get();
        Decides<M, T> other = actual.get();
        for (M moment : history.subList(0, history.size() - 1)) {
            one.take(moment);
            other.take(moment);
        }
        M last = history.get(history.size() - 1);
        String wanted = comparison.told(one.take(last));
        try {
            return "expected:" + wanted + "\nbut:" + comparison.told(other.take(last));
        } catch (RuntimeException e) {
            return "expected:" + wanted + "\nbut: " + e;
        }
    }
}
