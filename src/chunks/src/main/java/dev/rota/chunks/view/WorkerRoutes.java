package dev.rota.chunks.view;

import dev.rota.chunks.routes.ServedCopies;
import dev.rota.engine.Nullable;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The copies of one worker by what readers may do with them.
 *
 * @param routes the number of copies that readers may use
 * @param missingSince the first epoch that assigned copies that the worker has not confirmed, or null if none is known
 * @param waiting the number of confirmed copies that the target does not have and that wait for routes elsewhere
 * @param inGrace the number of copies that readers have left and whose grace has not passed
 * @param inGraceSince when readers left the first of them, or null
 * @param left the number of copies whose grace has passed, which the next epoch can take
 * @param leftSince when readers left the first of them, or null
 */
public record WorkerRoutes(
        long routes,
        @Nullable Long missingSince,
        long waiting,
        long inGrace,
        @Nullable Long inGraceSince,
        long left,
        @Nullable Long leftSince) {

    /** Counts the copies of a worker; {@code shown} are the numbers of the visible chunks. */
    static WorkerRoutes of(ServedCopies worker, BitSet shown) {
        return new WorkerRoutes(
                Arrays.stream(worker.numbers()).filter(shown::get).count(),
                worker.unconfirmedSince(),
                worker.waitingCount(),
                count(worker, false),
                first(worker, false),
                count(worker, true),
                first(worker, true));
    }

    private static long count(ServedCopies worker, boolean done) {
        return worker.left().stream()
                .filter(some -> some.done() == done)
                .mapToLong(some -> some.numbers().length)
                .sum();
    }

    private static @Nullable Long first(ServedCopies worker, boolean done) {
        return worker.left().stream()
                .filter(some -> some.done() == done)
                .map(ServedCopies.Departure::since)
                .findFirst()
                .orElse(null);
    }
}
