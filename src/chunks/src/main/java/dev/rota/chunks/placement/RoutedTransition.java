package dev.rota.chunks.placement;

import dev.rota.engine.Nullable;
import java.util.List;

/**
 * A step towards the target that spares readers: a copy that they may use does not go in the step in which the target
 * loses it. They leave it first, and it goes once their grace has passed. A worker without room for another copy asks
 * readers to leave extra copies, and gets the other one in a later epoch.
 *
 * <p>Two things do not wait: a chunk below the minimum, and a capacity that has shrunk. And if nothing moves in an epoch
 * and nothing that it waits for can happen, the first waiting copy is added at the cost of others, as without routes.
 */
final class RoutedTransition extends Transition {

    /** The number of routes on workers that count, by chunk. */
    private final int[] routes;

    /** The number of copies of the target in force that workers can still be expected to confirm, by chunk. */
    private final int[] awaited;

    /** The size of the copies that have no room, by the number of their worker. */
    private final long[] wanted;

    RoutedTransition(long[] sizes, List<WorkerCopies> workers, int workerCount, int min) {
        super(sizes, workers, min);
        routes = new int[sizes.length];
        awaited = new int[sizes.length];
        wanted = new long[workerCount];
    }

    /**
     * Counts a copy in force, of a worker that counts, for readers.
     *
     * @param isRoute whether readers may use it and have not left it
     * @param isAwaited whether it is in the target and is not confirmed, by a worker that confirms
     */
    void countForReaders(int chunk, boolean isRoute, boolean isAwaited) {
        routes[chunk] += isRoute ? 1 : 0;
        awaited[chunk] += isAwaited ? 1 : 0;
    }

    @Override
    void run(@Nullable Long bytesMax) {
        added = new boolean[additions.size()];
        workers.forEach(this::dropLeft);
        workers.forEach(worker -> makeRoom(worker, 0));
        addMissing();
        addWithin(bytesMax == null ? Long.MAX_VALUE : bytesMax);
        askReaders(true);
        workers.forEach(this::release);
    }

    /**
     * Drops the copies that readers have left and whose grace has passed, if their chunks keep their minimum of confirmed
     * copies, or all copies of the target are confirmed.
     */
    private void dropLeft(WorkerCopies worker) {
        for (int i = 0; i < worker.extra.length; i++) {
            boolean replaced = unconfirmed[worker.extra[i]] == 0 && confirmedElsewhere(worker, i) > 0;
            if (worker.use(i) == CopyUse.FORMER && (replaced || isFree(worker, i))) {
                drop(worker, i);
            }
        }
    }

    private int confirmedElsewhere(WorkerCopies worker, int extraCopy) {
        return confirmed[worker.extra[extraCopy]] - (worker.counts && worker.extraConfirmed[extraCopy] ? 1 : 0);
    }

    private int routesElsewhere(WorkerCopies worker, int extraCopy) {
        return routes[worker.extra[extraCopy]] - (worker.counts && worker.use(extraCopy) == CopyUse.ROUTE ? 1 : 0);
    }

    @Override
    int mostReluctant() {
        return 4;
    }

    @Override
    int reluctance(WorkerCopies worker, int extraCopy) {
        return switch (worker.use(extraCopy)) {
            case NONE, FORMER -> isFree(worker, extraCopy) ? 0 : 1;
            case LEFT -> 2;
            case ROUTE -> routesElsewhere(worker, extraCopy) > 0 ? 3 : 4;
        };
    }

    @Override
    void drop(WorkerCopies worker, int extraCopy) {
        if (worker.counts && worker.use(extraCopy) == CopyUse.ROUTE) {
            routes[worker.extra[extraCopy]]--;
        }
        super.drop(worker, extraCopy);
    }

    @Override
    void hasNoRoom(int addition) {
        int worker = additions.worker(addition);
        wanted[worker] = WorkerShare.saturated(wanted[worker], sizes[additions.chunk(addition)]);
    }

    @Override
    boolean isStuck() {
        return !askReaders(true) && !isAwaited(workers.get(additions.worker(0))) && !askReaders(false);
    }

    /**
     * Has readers leave extra copies, as far as workers want room and readers have another route; returns whether there
     * are copies that they leave or have left.
     *
     * @param freeOnly whether copies stay whose chunk would have less than its minimum without them; otherwise another
     *     copy of it is added in the epoch that takes them
     */
    private boolean askReaders(boolean freeOnly) {
        boolean leave = false;
        for (int number = 0; number < wanted.length; number++) {
            WorkerCopies worker = workers.get(number);
            long missing = wanted[number] - (worker.capacity - worker.load);
            for (int i = 0; i < worker.extra.length; i++) {
                if (worker.has(i) && worker.use(i) == CopyUse.LEFT) {
                    leave = true;
                    missing -= sizes[worker.extra[i]];
                }
            }
            for (int i = 0; i < worker.extra.length && missing > 0; i++) {
                if (worker.has(i)
                        && worker.use(i) == CopyUse.ROUTE
                        && routesElsewhere(worker, i) > 0
                        && (!freeOnly || isFree(worker, i))) {
                    routes[worker.extra[i]] -= worker.counts ? 1 : 0;
                    worker.leave(i);
                    leave = true;
                    missing -= sizes[worker.extra[i]];
                }
            }
        }
        return leave;
    }

    /** Returns whether a worker has an extra copy that readers can leave once another worker has confirmed its own. */
    private boolean isAwaited(WorkerCopies worker) {
        for (int i = 0; i < worker.extra.length; i++) {
            if (worker.has(i) && worker.use(i) == CopyUse.ROUTE && awaited[worker.extra[i]] > 0) {
                return true;
            }
        }
        return false;
    }

    /** Drops the extra copies that readers do not use and that have been replaced. */
    @Override
    void release(WorkerCopies worker) {
        for (int i = 0; i < worker.extra.length; i++) {
            int chunk = worker.extra[i];
            if (worker.has(i)
                    && worker.use(i) == CopyUse.NONE
                    && (worker.draining ? unconfirmed[chunk] == 0 : waiting[chunk] == 0)) {
                drop(worker, i);
            }
        }
    }
}
