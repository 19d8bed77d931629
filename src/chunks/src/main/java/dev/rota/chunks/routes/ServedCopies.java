package dev.rota.chunks.routes;

import dev.rota.chunks.AssignmentRow;
import dev.rota.chunks.UnconfirmedRow;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.placement.AscendingInts;
import dev.rota.chunks.placement.PackedNumbers;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.engine.Nullable;
import java.util.Arrays;
import java.util.List;

/**
 * The copies that one worker is assigned at one log position, and what readers may do with them, as the rows from which
 * that follows. Rows and arrays are replaced as a whole, so any thread may read them later.
 *
 * @param counts whether its routes count for the visibility of chunks
 * @param hasConfirmed whether it has ever confirmed an epoch; if not, it serves nothing
 * @param share its share of the assignment in force
 * @param unconfirmed the rows of what it has not confirmed
 * @param unconfirmedSince the first epoch that assigned any of that, or null if none is known
 * @param waiting the copies that are not in the target and that readers have not left, ascending
 * @param needs the number of routes elsewhere for which each of them waits
 * @param left the copies that readers have left, by the time at which they did
 */
public record ServedCopies(
        WorkerId worker,
        WorkerState status,
        boolean counts,
        boolean hasConfirmed,
        List<AssignmentRow> share,
        List<UnconfirmedRow> unconfirmed,
        @Nullable Long unconfirmedSince,
        int[] waiting,
        char[] needs,
        List<Departure> left) {

    /**
     * Copies that readers left at one time.
     *
     * @param done whether the grace for readers has passed, so that the next epoch can take the copies
     */
    public record Departure(long since, int[] numbers, boolean done) {}

    /** Returns the numbers of the chunks that the worker has confirmed and readers have not left, ascending. */
    public int[] numbers() {
        int[] numbers = confirmed();
        for (Departure some : left) {
            numbers = AscendingInts.without(numbers, some.numbers);
        }
        return numbers;
    }

    /** Returns the numbers of the chunks that the worker has confirmed, ascending. */
    private int[] confirmed() {
        if (!hasConfirmed) {
            return new int[0];
        }
        int[] missing = unconfirmed.stream()
                .flatMapToInt(row -> Arrays.stream(PackedNumbers.unpack(row.getNumbers(), row.getCount())))
                .sorted()
                .toArray();
        return AscendingInts.without(PackedNumbers.of(share), missing);
    }

    /** Returns whether the worker is assigned a chunk. */
    public boolean holds(int number) {
        return PackedNumbers.hold(share, number);
    }

    /** Returns whether the worker has confirmed a chunk and readers have not left its copy. */
    public boolean serves(int number) {
        return AscendingInts.has(numbers(), number);
    }

    /** Returns the number of copies that the worker has confirmed and that wait for routes elsewhere. */
    public int waitingCount() {
        return AscendingInts.common(waiting, confirmed()).length;
    }

    /** Returns for how many routes elsewhere a copy that is not in the target waits; 0 if it does not. */
    public int need(int number) {
        int at = Arrays.binarySearch(waiting, number);
        return at < 0 ? 0 : needs[at];
    }

    /** Returns the copies that readers left together with this one, or null if they have not left it. */
    public @Nullable Departure left(int number) {
        return left.stream()
                .filter(some -> AscendingInts.has(some.numbers, number))
                .findFirst()
                .orElse(null);
    }
}
