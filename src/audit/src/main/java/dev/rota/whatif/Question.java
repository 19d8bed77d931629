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
 * @param changes the lines of each change; each makes a world
 * @param runs how often the worlds are decided, each time with other random draws
 * @param write where the changed world is written, or null
 * @param decisions where the differences between the decisions are written, or null
 * @param reasons whether the scheduler explains the subjects that changed most, for which worlds are decided again
 * @param limits what the change may make of the record
 */
public record Question(
        String unit,
        @Nullable Long from,
        boolean fromEnd,
        @Nullable Long to,
        boolean toAfterFrom,
        List<List<String>> changes,
        int runs,
        @Nullable Path write,
        @Nullable Path decisions,
        boolean reasons,
        WorldLimits limits) {

    public Question {
        changes = List.copyOf(changes);
    }

    /** Returns the question what a change from the beginning of the record on would have done. */
    public static Question of(String unit, List<String> change) {
        return new Question(unit, null, false, null, false, List.of(change), 1, null, null, false, WorldLimits.COMMAND);
    }

    /**
     * Reads a change.
     *
     * @param lines its lines
     * @param first the time of the first record
     */
    public Change read(Domain domain, Vocabulary vocabulary, List<String> lines, long first) throws BadChange {
        ChangeFile file = fromEnd
                ? ChangeFile.atEnd(domain, vocabulary, unit)
                : new ChangeFile(domain, vocabulary, unit, from == null ? first : from);
        Change read = file.read(lines);
        long copies = read.copies();
        if (copies > limits.copies() / runs) {
            throw new BadChange("expected each request at most " + limits.copies()
                    + " times over all lines and runs, but with " + runs + (runs == 1 ? " run" : " runs")
                    + " of " + copies + " it is more: lines of load multiply" + limits.remedy());
        }
        return read;
    }
}
