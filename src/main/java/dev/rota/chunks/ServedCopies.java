package dev.rota.chunks;

import dev.rota.chunks.placement.AscendingInts;
import dev.rota.chunks.placement.PackedNumbers;
import dev.rota.chunks.placement.WorkerId;
import java.util.Arrays;
import java.util.List;

/**
 * The copies that one worker serves at one log position, as the rows from which they follow. Rows are replaced as a
 * whole, so any thread may read them later.
 *
 * @param share its share of the assignment in force; none if it has never confirmed an epoch
 * @param unconfirmed the rows of what it has not confirmed
 * @param left the copies that readers have left, ascending
 */
public record ServedCopies(WorkerId worker, List<AssignmentRow> share, List<UnconfirmedRow> unconfirmed, int[] left) {

    /** Returns the numbers of the chunks that the worker has confirmed and readers have not left, ascending. */
    public int[] numbers() {
        int[] missing = unconfirmed.stream()
                .flatMapToInt(row -> Arrays.stream(PackedNumbers.unpack(row.getNumbers(), row.getCount())))
                .sorted()
                .toArray();
        return AscendingInts.without(AscendingInts.without(PackedNumbers.of(share), missing), left);
    }
}
