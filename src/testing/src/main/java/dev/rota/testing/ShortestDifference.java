package dev.rota.testing;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Finds where two deciders differ on a history, and shrinks it to the shortest one on which they still differ.
 * Histories are printed as lines for {@code rota simulate}, times without an event as its option {@code --until}.
 *
 * @param <T> a decision
 */
public final class ShortestDifference<T> {

    /** Compares decisions, and prints them. */
    public interface Comparison<T> {

        /** Returns whether the decisions of a moment are the same. */
        default boolean alike(List<T> wanted, List<T> found) {
            return wanted.equals(found);
        }

        default String told(List<T> decided) {
            return decided.stream().map(each -> "\n  " + each).collect(Collectors.joining());
        }
    }

    /** The limit of histories that shrinking may try. */
    private static final int TRIALS_MAX = 3_000;

    /** Frames of an exception that are printed. */
    private static final int FRAMES = 5;

    private final Domain domain;
    private final Supplier<? extends Decider<T>> expected;
    private final Supplier<? extends Decider<T>> actual;
    private final Comparison<T> comparison;
    private int trials;

    /** Compares decisions by {@code equals}, in their order. */
    public ShortestDifference(
            Domain domain, Supplier<? extends Decider<T>> expected, Supplier<? extends Decider<T>> actual) {
        this(domain, expected, actual, new Comparison<>() {});
    }

    /**
     * @param expected creates a decider without a history, usually a model
     * @param actual creates another one, usually a scheduler
     */
    public ShortestDifference(
            Domain domain,
            Supplier<? extends Decider<T>> expected,
            Supplier<? extends Decider<T>> actual,
            Comparison<T> comparison) {
        this.domain = domain;
        this.expected = expected;
        this.actual = actual;
        this.comparison = comparison;
    }

    /**
     * Compares both deciders on the histories of the seeds from 0 to {@code seeds - 1}.
     *
     * @throws AssertionError with the seed and the shortest difference, or if all histories are empty
     */
    public void check(int seeds, LongFunction<List<Moment>> histories) {
        check(0, seeds, histories);
    }

    /** Compares both deciders as {@link #check(int, LongFunction)} does, on the histories of the seeds from one on. */
    public void check(long first, int seeds, LongFunction<List<Moment>> histories) {
        long moments = 0;
        for (long seed = first; seed < first + seeds; seed++) {
            List<Moment> history = histories.apply(seed);
            moments += history.size();
            String difference = in(history);
            if (difference != null) {
                throw new AssertionError(
                        "expected both to decide alike, but with seed " + seed + " they do not:\n" + difference);
            }
        }
        if (moments == 0) {
            throw new AssertionError("expected histories, but " + seeds + " seeds gave none");
        }
    }

    /** Describes the shortest difference, or returns null if both decide the same. */
    public @Nullable String in(List<Moment> history) {
        trials = 0;
        List<Moment> prefix = prefix(history);
        if (prefix == null) {
            return null;
        }
        List<Moment> shortest = shrink(prefix);
        return Moment.script(domain, shortest) + "\n" + at(shortest);
    }

    /** Returns the moments up to the first that is decided differently, or null if there is none. */
    private @Nullable List<Moment> prefix(List<Moment> history) {
        Decider<T> one = expected.get();
        Decider<T> other = actual.get();
        for (int i = 0; i < history.size(); i++) {
            if (!alike(one, other, history.get(i))) {
                return history.subList(0, i + 1);
            }
        }
        return null;
    }

    /** Returns whether both decide a moment the same. Returns false if one of them throws. */
    private boolean alike(Decider<T> one, Decider<T> other, Moment moment) {
        List<T> wanted;
        List<T> found;
        try {
            wanted = Objects.requireNonNull(one.take(moment), "the decisions are null");
            found = Objects.requireNonNull(other.take(moment), "the decisions are null");
        } catch (RuntimeException | AssertionError e) {
            return false;
        }
        return comparison.alike(wanted, found);
    }

    /** Leaves out smaller and smaller parts of a history, as long as a difference remains. */
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

    /** Describes the decisions of both on the last moment. */
    private String at(List<Moment> history) {
        Decider<T> one = expected.get();
        Decider<T> other = actual.get();
        for (Moment moment : history.subList(0, history.size() - 1)) {
            one.take(moment);
            other.take(moment);
        }
        Moment last = history.get(history.size() - 1);
        return "expected:" + told(one, last) + "\nbut:" + told(other, last);
    }

    /** Returns the decisions of a moment as text, or what was thrown instead. */
    private String told(Decider<T> decider, Moment moment) {
        try {
            return comparison.told(Objects.requireNonNull(decider.take(moment), "the decisions are null"));
        } catch (RuntimeException | AssertionError e) {
            return " " + e
                    + Arrays.stream(e.getStackTrace())
                            .limit(FRAMES)
                            .map(at -> "\n  at " + at)
                            .collect(Collectors.joining());
        }
    }
}
