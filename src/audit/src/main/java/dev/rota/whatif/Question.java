package dev.rota.whatif;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.whatif.change.BadChange;
import dev.rota.whatif.change.Change;
import dev.rota.whatif.change.ChangeFile;
import dev.rota.workload.whatif.Vocabulary;
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
 * @param limits what the change may make of the record
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
        @Nullable Path decisions,
        WorldLimits limits) {

    public Question {
        change = List.copyOf(change);
    }

    /** Returns the question what a change from the beginning of the record on would have done. */
    public static Question of(String unit, List<String> change) {
        return new Question(unit, null, false, null, false, change, 1, null, null, WorldLimits.COMMAND);
    }

    /**
     * Reads the change.
     *
     * @param first the time of the first record
     */
    public Change read(Domain domain, Vocabulary vocabulary, long first) throws BadChange {
        ChangeFile file = fromEnd
                ? ChangeFile.atEnd(domain, vocabulary, unit)
                : new ChangeFile(domain, vocabulary, unit, from == null ? first : from);
        Change read = file.read(change);
        long copies = read.copies();
        if (copies > limits.copies() / runs) {
            throw new BadChange("expected each request at most " + limits.copies()
                    + " times over all lines and runs, but with " + runs + (runs == 1 ? " run" : " runs")
                    + " of " + copies + " it is more: lines of load multiply" + limits.remedy());
        }
        return read;
    }
}
