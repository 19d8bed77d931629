package dev.rota.chunks.placement;

import dev.rota.chunks.placement.WorkerCopies.Use;
import dev.rota.engine.Nullable;
import java.util.List;

/**
 * Spares readers: a copy that they may use does not go in the step in which the target loses it. They leave it first, and
 * it goes once their grace has passed. A worker without room for another copy asks readers to leave extra copies, and gets
 * the other one in a later epoch.
 *
 * <p>Two things do not wait: a chunk below the minimum, and a capacity that has shrunk. And if nothing moves in an epoch
 * and nothing that it waits for can happen, the first waiting copy is added at the cost of others, as without routes.
 */
final class RoutedRelease implements ReleasePolicy {

    private final long[] sizes;
    private final List<WorkerCopies> workers;
    private final CopyCounts counts;

    /**
     * Creates a policy.
     *
     * @param sizes the sizes of the chunks, by rank
     */
    RoutedRelease(long[] sizes, List<WorkerCopies> workers, CopyCounts counts) {
        this.sizes = sizes;
        this.workers = workers;
        this.counts = counts;
    }

    /**
     * Returns whether a copy may go. A copy that readers have left goes after their grace if its chunk keeps its minimum of
     * confirmed copies, or all copies of the target are confirmed; a copy that they never used, once it is replaced.
     */
    @Override
    public boolean mayGo(WorkerCopies worker, int extraCopy, Moment moment) {
        return switch (moment) {
            case BEFORE_ADDITIONS ->
                worker.use(extraCopy) == Use.FORMER
                        && (counts.isTargetConfirmed(worker, extraCopy) || counts.isFree(worker, extraCopy));
            case AFTER_ADDITIONS -> worker.use(extraCopy) == Use.NONE && counts.isReplaced(worker, extraCopy);
        };
    }

    @Override
    public int reluctance(WorkerCopies worker, int extraCopy) {
        return switch (worker.use(extraCopy)) {
            case NONE, FORMER -> counts.isFree(worker, extraCopy) ? 0 : 1;
            case LEFT -> 2;
            case ROUTE -> counts.hasRouteElsewhere(worker, extraCopy) ? 3 : RELUCTANCE_MAX;
        };
    }

    @Override
    public boolean makeWay(long[] lacking, @Nullable WorkerCopies stuck) {
        return askReaders(lacking, true)
                || (stuck != null && (awaitsConfirmation(stuck) || askReaders(lacking, false)));
    }

    /**
     * Has readers leave extra copies, as far as workers lack room and readers have another route; returns whether there
     * are copies that they leave or have left.
     *
     * @param freeOnly whether copies stay whose chunk would have less than its minimum without them; otherwise another
     *     copy of it is added in the epoch that takes them
     */
    private boolean askReaders(long[] lacking, boolean freeOnly) {
        boolean leave = false;
        for (int number = 0; number < lacking.length; number++) {
            WorkerCopies worker = workers.get(number);
            long missing = lacking[number] - (worker.capacity - worker.load);
            for (int i = 0; i < worker.extra.length; i++) {
                if (worker.has(i) && worker.use(i) == Use.LEFT) {
                    leave = true;
                    missing -= sizes[worker.extra[i]];
                }
            }
            for (int i = 0; i < worker.extra.length && missing > 0; i++) {
                if (worker.has(i)
                        && worker.use(i) == Use.ROUTE
                        && counts.hasRouteElsewhere(worker, i)
                        && (!freeOnly || counts.isFree(worker, i))) {
                    counts.leave(worker, i);
                    leave = true;
                    missing -= sizes[worker.extra[i]];
                }
            }
        }
        return leave;
    }

    /** Returns whether a worker has an extra copy that readers can leave once another worker has confirmed its copy. */
    private boolean awaitsConfirmation(WorkerCopies worker) {
        for (int i = 0; i < worker.extra.length; i++) {
            if (worker.has(i) && worker.use(i) == Use.ROUTE && counts.isAwaited(worker.extra[i])) {
                return true;
            }
        }
        return false;
    }
}
