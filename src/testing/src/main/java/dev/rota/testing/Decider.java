package dev.rota.testing;

import dev.rota.engine.Decision;
import java.util.List;
import java.util.function.Function;

/**
 * Decides a history moment by moment: a scheduler, or a model of it.
 *
 * @param <T> a decision, in the model's form
 */
@FunctionalInterface
public interface Decider<T> {

    List<T> take(Moment moment);

    /**
     * Creates a decider from the scheduler behind a log.
     *
     * @param told converts the decisions of a moment to the model's form
     */
    static <T> Decider<T> scheduler(TestLog log, Function<List<Decision>, List<T>> told) {
        return moment -> told.apply(log.take(moment));
    }
}
