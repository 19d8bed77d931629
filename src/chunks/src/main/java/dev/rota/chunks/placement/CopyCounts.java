package dev.rota.chunks.placement;

import dev.rota.chunks.placement.WorkerCopies.Use;

/**
 * Counts the copies of each chunk that moves. Copies of workers that do not count for the replication are left out, except
 * among those that wait.
 */
final class CopyCounts {

    private final int min;

    /** The number of copies in force and of those that the step has added. */
    private final int[] held;

    private final int[] inForce;

    /** The number of confirmed copies in force. */
    private final int[] confirmed;

    /** The number of copies of the target that are still to be added. */
    private final int[] waiting;

    /** The number of copies of the target that are not confirmed. */
    private final int[] unconfirmed;

    /** The number of copies that readers may use and have not left. */
    private final int[] routes;

    /** The number of copies of the target in force that workers can still be expected to confirm. */
    private final int[] awaited;

    /**
     * Creates the counts.
     *
     * @param chunks the number of chunks that move
     * @param min the number of replicas below which no chunk may fall
     */
    CopyCounts(int chunks, int min) {
        this.min = min;
        held = new int[chunks];
        inForce = new int[chunks];
        confirmed = new int[chunks];
        waiting = new int[chunks];
        unconfirmed = new int[chunks];
        routes = new int[chunks];
        awaited = new int[chunks];
    }

    /** Counts the extra copies of a worker that counts. */
    void addExtra(WorkerCopies worker) {
        for (int i = 0; i < worker.extra.length; i++) {
            change(worker, i, 1);
        }
    }

    private void change(WorkerCopies worker, int extraCopy, int difference) {
        int chunk = worker.extra[extraCopy];
        held[chunk] += difference;
        inForce[chunk] += difference;
        confirmed[chunk] += worker.extraConfirmed[extraCopy] ? difference : 0;
        routes[chunk] += worker.use(extraCopy) == Use.ROUTE ? difference : 0;
    }

    /**
     * Counts a copy of the target that is in force, of a worker that counts. If readers have left it, it becomes a route
     * again.
     *
     * @param confirms whether the worker confirms what it holds
     */
    void addTarget(int chunk, boolean isConfirmed, boolean confirms) {
        held[chunk]++;
        inForce[chunk]++;
        confirmed[chunk] += isConfirmed ? 1 : 0;
        routes[chunk] += isConfirmed ? 1 : 0;
        unconfirmed[chunk] += isConfirmed ? 0 : 1;
        awaited[chunk] += confirms && !isConfirmed ? 1 : 0;
    }

    /** Counts a copy of the target that is to be added. */
    void plan(WorkerCopies worker, int chunk) {
        waiting[chunk]++;
        unconfirmed[chunk] += worker.counts ? 1 : 0;
    }

    /** Notes that a planned copy is added. */
    void add(WorkerCopies worker, int chunk) {
        waiting[chunk]--;
        held[chunk] += worker.counts ? 1 : 0;
    }

    /** Notes that an extra copy is dropped. */
    void drop(WorkerCopies worker, int extraCopy) {
        if (worker.counts) {
            change(worker, extraCopy, -1);
        }
    }

    /** Has readers leave an extra copy that they may use. */
    void leave(WorkerCopies worker, int extraCopy) {
        routes[worker.extra[extraCopy]] -= worker.counts ? 1 : 0;
        worker.leave(extraCopy);
    }

    /** Returns whether a chunk is below its minimum. */
    boolean isMissing(int chunk) {
        return held[chunk] < min;
    }

    /**
     * Returns whether a chunk keeps its minimum of copies in force without an extra copy, and of confirmed copies if
     * the extra copy is confirmed.
     */
    boolean isFree(WorkerCopies worker, int extraCopy) {
        int chunk = worker.extra[extraCopy];
        return !worker.counts
                || (inForce[chunk] > min && (!worker.extraConfirmed[extraCopy] || confirmed[chunk] > min));
    }

    /** Returns whether an extra copy has been replaced by copies of the target, confirmed ones if its worker is drained. */
    boolean isReplaced(WorkerCopies worker, int extraCopy) {
        int chunk = worker.extra[extraCopy];
        return worker.draining ? unconfirmed[chunk] == 0 : waiting[chunk] == 0;
    }

    /** Returns whether all copies of the target are confirmed, and there is a confirmed one besides an extra copy. */
    boolean isTargetConfirmed(WorkerCopies worker, int extraCopy) {
        int chunk = worker.extra[extraCopy];
        boolean isCounted = worker.counts && worker.extraConfirmed[extraCopy];
        return unconfirmed[chunk] == 0 && confirmed[chunk] > (isCounted ? 1 : 0);
    }

    /** Returns whether readers may use another copy of an extra copy's chunk. */
    boolean hasRouteElsewhere(WorkerCopies worker, int extraCopy) {
        boolean isCounted = worker.counts && worker.use(extraCopy) == Use.ROUTE;
        return routes[worker.extra[extraCopy]] > (isCounted ? 1 : 0);
    }

    /** Returns whether a copy of a chunk in the target can still be expected to be confirmed. */
    boolean isAwaited(int chunk) {
        return awaited[chunk] > 0;
    }
}
