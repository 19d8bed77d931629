package dev.rota.chunks.placement;

import dev.rota.chunks.placement.ReleasePolicy.Moment;
import dev.rota.engine.Nullable;
import java.util.Arrays;
import java.util.List;

/**
 * Computes one step from the assignment in force to the target, which an epoch publishes while workers are drained, the
 * moved bytes are limited, or readers are to be spared. Without all that, the step leads to the target.
 *
 * <p>It begins with all copies in force of chunks that the target has. Copies in force and in the target stay. The
 * target's other copies are added in its own order: first copies that bring a chunk up to the minimum, regardless of
 * the limit, then the others while the limit lasts and their worker has room. To make room, a worker drops extra copies
 * whose chunk keeps its minimum without them. When the other extra copies go is up to the {@link ReleasePolicy}.
 *
 * <p>If room keeps every waiting copy out, and the policy cannot make way in a later epoch, the first of them replaces
 * extra copies that their chunks need, as it would without a limit: otherwise two full workers could wait for each other's
 * room for ever. So each epoch with something to move moves something, and the target is reached.
 */
final class Transition {

    private final long[] sizes;
    private final List<WorkerCopies> workers;
    private final CopyCounts counts;
    private final ReleasePolicy policy;

    /** The copies to be added, in order; {@link #added} contains which have been. */
    private final Additions additions = new Additions();

    private boolean[] added = {};
    private int addedCount;
    private long bytesAdded;

    /** The size of the copies that have no room, by the number of their worker. */
    private final long[] lacking;

    /** The copies of the target that are not in force, in its order. There can be tens of millions. */
    private static final class Additions {
        private int[] workers = {};
        private int[] chunks = {};
        private int count;

        void add(int worker, int chunk) {
            if (count == workers.length) {
                workers = Arrays.copyOf(workers, count + count / 2 + 8);
                chunks = Arrays.copyOf(chunks, workers.length);
            }
            workers[count] = worker;
            chunks[count++] = chunk;
        }
    }

    /**
     * Creates a transition.
     *
     * @param sizes the sizes of the chunks, by rank
     * @param counts the counts of the copies in force
     */
    Transition(long[] sizes, List<WorkerCopies> workers, CopyCounts counts, ReleasePolicy policy) {
        this.sizes = sizes;
        this.workers = workers;
        this.counts = counts;
        this.policy = policy;
        this.lacking = new long[workers.size()];
    }

    /** Adds a copy of the target to those that are to be added; they come in the target's order. */
    void plan(int worker, int chunk) {
        additions.add(worker, chunk);
        counts.plan(workers.get(worker), chunk);
    }

    /**
     * Makes the step.
     *
     * @param bytesMax the maximum number of bytes to move, or null if there is no limit
     */
    void run(@Nullable Long bytesMax) {
        added = new boolean[additions.count];
        workers.forEach(worker -> release(worker, Moment.BEFORE_ADDITIONS));
        workers.forEach(worker -> makeRoom(worker, 0));
        addMissing();
        addWithin(bytesMax);
        if (addedCount == 0 && added.length > 0 && !policy.makeWay(lacking, worker(0))) {
            force(0);
            addMissing();
        }
        policy.makeWay(lacking, null);
        workers.forEach(worker -> release(worker, Moment.AFTER_ADDITIONS));
    }

    private WorkerCopies worker(int addition) {
        return workers.get(additions.workers[addition]);
    }

    /** Drops the extra copies that may go. */
    private void release(WorkerCopies worker, Moment moment) {
        for (int i = 0; i < worker.extra.length; i++) {
            if (worker.has(i) && policy.mayGo(worker, i, moment)) {
                drop(worker, i);
            }
        }
    }

    /**
     * Adds copies that bring chunks up to the minimum. That can cost other chunks a copy, which are then examined
     * again.
     */
    private void addMissing() {
        boolean again = true;
        while (again) {
            again = false;
            for (int i = 0; i < added.length; i++) {
                if (!added[i] && counts.isMissing(additions.chunks[i])) {
                    again |= force(i);
                }
            }
        }
    }

    /** Adds copies in order while the limit lasts. A chunk larger than the limit moves alone. */
    private void addWithin(@Nullable Long bytesMax) {
        long left = bytesMax == null ? Long.MAX_VALUE : Math.max(0, bytesMax - bytesAdded);
        for (int i = 0; i < added.length; i++) {
            if (added[i]) {
                continue;
            }
            long size = sizes[additions.chunks[i]];
            if (bytesMax != null && size > left && addedCount > 0) {
                break;
            }
            if (makeRoomFreely(worker(i), size)) {
                add(i);
                left -= size;
            } else {
                int worker = additions.workers[i];
                lacking[worker] = WorkerShare.saturated(lacking[worker], size);
            }
        }
    }

    /** Adds a copy in any case; returns whether that brought another chunk below the minimum. */
    private boolean force(int addition) {
        boolean costly = makeRoom(worker(addition), sizes[additions.chunks[addition]]);
        add(addition);
        return costly;
    }

    private void add(int addition) {
        int chunk = additions.chunks[addition];
        WorkerCopies worker = worker(addition);
        added[addition] = true;
        addedCount++;
        bytesAdded = WorkerShare.saturated(bytesAdded, sizes[chunk]);
        worker.load += sizes[chunk];
        worker.add(chunk);
        counts.add(worker, chunk);
    }

    /**
     * Makes room on a worker, first by dropping copies that their chunks do not need; returns whether those were not
     * enough.
     */
    private boolean makeRoom(WorkerCopies worker, long bytes) {
        makeRoom(worker, bytes, 0);
        boolean costly = !worker.fits(bytes);
        for (int reluctance = 1; reluctance <= ReleasePolicy.RELUCTANCE_MAX; reluctance++) {
            makeRoom(worker, bytes, reluctance);
        }
        return costly;
    }

    private void makeRoom(WorkerCopies worker, long bytes, int reluctance) {
        for (int i = 0; i < worker.extra.length && !worker.fits(bytes); i++) {
            if (worker.has(i) && policy.reluctance(worker, i) <= reluctance) {
                drop(worker, i);
            }
        }
    }

    /** Makes room on a worker if dropping copies that their chunks do not need is enough; returns whether it is. */
    private boolean makeRoomFreely(WorkerCopies worker, long bytes) {
        long missing = bytes - (worker.capacity - worker.load);
        for (int i = 0; i < worker.extra.length && missing > 0; i++) {
            if (worker.has(i) && policy.reluctance(worker, i) == 0) {
                missing -= sizes[worker.extra[i]];
            }
        }
        if (missing > 0) {
            return false;
        }
        makeRoom(worker, bytes);
        return true;
    }

    private void drop(WorkerCopies worker, int extraCopy) {
        worker.drop(extraCopy);
        worker.load -= sizes[worker.extra[extraCopy]];
        counts.drop(worker, extraCopy);
    }

    /** Returns the number of copies that are left for the next epochs. */
    long copiesWaiting() {
        return (long) added.length - addedCount;
    }

    /** Returns the number of bytes that are left for the next epochs. */
    long bytesWaiting() {
        long bytes = 0;
        for (int i = 0; i < added.length; i++) {
            bytes = added[i] ? bytes : WorkerShare.saturated(bytes, sizes[additions.chunks[i]]);
        }
        return bytes;
    }
}
