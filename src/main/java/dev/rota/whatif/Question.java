package dev.rota.whatif;

import dev.rota.engine.Nullable;
import java.nio.file.Path;
import java.util.List;

/**
 * What a what-if asks.
 *
 * @param from the time from which on the worlds are compared, or null: from the first changed event on
 * @param fromEnd whether they are compared from the end of the record on
 * @param to the time up to which they are compared, or null: to the end of the record
 * @param toAfterFrom whether {@code to} is counted from the beginning of the comparison
 * @param change the lines of the change
 * @param runs how often the worlds are decided, each time with other random draws
 * @param write where the changed world is written, or null
 * @param decisions where the differences between the decisions are written, or null
 */
public record Question(
        String unit,
        @Nullable Long from,
        boolean fromEnd,
        @Nullable Long to,
        boolean toAfterFrom,
        List<String> change,
        int runs,
        @Nullable Path write,
        @Nullable Path decisions) {

    public Question {
        change = List.copyOf(change);
    }

    /** Returns the question what a change from the beginning of the record on would have done. */
    public static Question of(String unit, List<String> change) {
        return new Question(unit, null, false, null, false, change, 1, null, null);
    }
}
