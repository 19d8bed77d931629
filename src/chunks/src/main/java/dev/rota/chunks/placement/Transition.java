package dev.rota.chunks.placement;

import dev.rota.engine.Nullable;
import java.util.Arrays;
import java.util.List;

/**
 * Computes one step from the assignment in force to the target, which an epoch publishes while workers are drained or the
 * moved bytes are limited. Without either, the step leads to the target.
 *
 * <p>It begins with all copies in force of chunks that the target has. Copies in force and in the target stay. The
 * target's other copies are added in its own order: first copies that bring a chunk up to the minimum, regardless of
 * the limit, then the others while the limit lasts and their worker has room. To make room, a worker drops extra copies
 * whose chunk keeps its minimum without them. An extra copy is dropped once none of its chunk's copies waits; on a
 * worker that is drained, once the chunk's copies in the target are confirmed.
 *
 * <p>If room keeps every waiting copy out, the first of them replaces extra copies that their chunks need, as it
 * would without a limit: otherwise two full workers could wait for each other's room for ever. So each epoch with
 * something to move moves something, and the target is reached.
 */
class Transition {

    final long[] sizes;
    final List<WorkerCopies> workers;
    private final int min;

    /** The number of copies that count, by chunk. */
    private final int[] held;

    /** The number of copies in force, by chunk. */
    final int[] inForce;

    /** The number of confirmed copies in force, by chunk. */
    final int[] confirmed;

    /** The number of copies of the target that are still to be added, by chunk. */
    final int[] waiting;

    /** The number of copies of the target that count and are not confirmed, by chunk. */
    final int[] unconfirmed;

    /** The copies to be added, in order; {@link #added} contains which have been. */
    final Additions additions = new Additions();

    boolean[] added = {};
    private long bytesAdded;

    /** The copies of the target that are not in force, in its order. There can be tens of millions. */
    static final class Additions {
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

        int size() {
            return count;
        }

        int worker(int addition) {
            return workers[addition];
        }

        int chunk(int addition) {
            return chunks[addition];
        }
    }

    /**
     * Creates a transition.
     *
     * @param sizes the sizes of the chunks, by rank
     * @param min the number of replicas below which no chunk may fall
     */
    Transition(long[] sizes, List<WorkerCopies> workers, int min) {
        this.sizes = sizes;
        this.workers = workers;
        this.min = min;
        held = new int[sizes.length];
        inForce = new int[sizes.length];
        confirmed = new int[sizes.length];
        waiting = new int[sizes.length];
        unconfirmed = new int[sizes.length];
    }

    /** Counts a copy in force of a worker that counts. */
    void count(int chunk, boolean isTarget, boolean isConfirmed) {
        held[chunk]++;
        inForce[chunk]++;
        confirmed[chunk] += isConfirmed ? 1 : 0;
        unconfirmed[chunk] += isTarget && !isConfirmed ? 1 : 0;
    }

    /** Adds a copy of the target to those that are to be added; they come in the target's order. */
    void plan(int worker, int chunk) {
        additions.add(worker, chunk);
        waiting[chunk]++;
        unconfirmed[chunk] += workers.get(worker).counts ? 1 : 0;
    }

    /**
     * Makes the step.
     *
     * @param bytesMax the maximum number of bytes to move, or null if there is no limit
     */
    void run(@Nullable Long bytesMax) {
        added = new boolean[additions.size()];
        if (bytesMax == null) {
            workers.stream().filter(worker -> !worker.draining).forEach(this::dropAll);
        }
        workers.forEach(worker -> makeRoom(worker, 0));
        if (bytesMax == null) {
            addAll();
        } else {
            addMissing();
            addWithin(bytesMax);
        }
        workers.forEach(this::release);
    }

    private void dropAll(WorkerCopies worker) {
        for (int i = 0; i < worker.extra.length; i++) {
            drop(worker, i);
        }
    }

    private void addAll() {
        for (int i = 0; i < added.length; i++) {
            add(i);
        }
    }

    /**
     * Adds copies that bring chunks up to the minimum. That can cost other chunks a copy, which are then examined
     * again.
     */
    void addMissing() {
        boolean again = true;
        while (again) {
            again = false;
            for (int i = 0; i < added.length; i++) {
                if (!added[i] && held[additions.chunk(i)] < min) {
                    again |= force(i);
                }
            }
        }
    }

    /** Adds copies in order while the limit lasts. A chunk larger than the limit moves alone. */
    void addWithin(long bytesMax) {
        boolean moved = anyAdded();
        long left = Math.max(0, bytesMax - bytesAdded);
        for (int i = 0; i < added.length; i++) {
            if (added[i]) {
                continue;
            }
            long size = sizes[additions.chunk(i)];
            if (size > left && moved) {
                break;
            }
            if (makeRoomFreely(workers.get(additions.worker(i)), size)) {
                add(i);
                left -= size;
                moved = true;
            } else {
                hasNoRoom(i);
            }
        }
        if (!moved && added.length > 0 && isStuck()) {
            force(0);
            addMissing();
        }
    }

    /** Notes that a copy waits, since its worker has no room. */
    void hasNoRoom(int addition) {}

    /** Returns whether later epochs could not move anything either, as long as this one adds nothing. */
    boolean isStuck() {
        return true;
    }

    private boolean anyAdded() {
        for (boolean each : added) {
            if (each) {
                return true;
            }
        }
        return false;
    }

    /** Adds a copy in any case; returns whether that brought another chunk below the minimum. */
    private boolean force(int addition) {
        boolean costly = makeRoom(workers.get(additions.worker(addition)), sizes[additions.chunk(addition)]);
        add(addition);
        return costly;
    }

    private void add(int addition) {
        int chunk = additions.chunk(addition);
        WorkerCopies worker = workers.get(additions.worker(addition));
        added[addition] = true;
        bytesAdded = WorkerShare.saturated(bytesAdded, sizes[chunk]);
        worker.load += sizes[chunk];
        worker.add(chunk);
        waiting[chunk]--;
        held[chunk] += worker.counts ? 1 : 0;
    }

    /**
     * Makes room on a worker, first by dropping copies that their chunks do not need; returns whether those were not
     * enough.
     */
    boolean makeRoom(WorkerCopies worker, long bytes) {
        makeRoom(worker, bytes, 0);
        boolean costly = !worker.fits(bytes);
        for (int reluctance = 1; reluctance <= mostReluctant(); reluctance++) {
            makeRoom(worker, bytes, reluctance);
        }
        return costly;
    }

    private void makeRoom(WorkerCopies worker, long bytes, int reluctance) {
        for (int i = 0; i < worker.extra.length && !worker.fits(bytes); i++) {
            if (worker.has(i) && reluctance(worker, i) <= reluctance) {
                drop(worker, i);
            }
        }
    }

    /** Makes room on a worker if dropping copies that their chunks do not need is enough; returns whether it is. */
    private boolean makeRoomFreely(WorkerCopies worker, long bytes) {
        long missing = bytes - (worker.capacity - worker.load);
        for (int i = 0; i < worker.extra.length && missing > 0; i++) {
            if (worker.has(i) && reluctance(worker, i) == 0) {
                missing -= sizes[worker.extra[i]];
            }
        }
        if (missing > 0) {
            return false;
        }
        makeRoom(worker, bytes);
        return true;
    }

    /** Returns how much it costs to drop an extra copy for room; 0: its chunk does not need it. */
    int reluctance(WorkerCopies worker, int extraCopy) {
        return isFree(worker, extraCopy) ? 0 : 1;
    }

    int mostReluctant() {
        return 1;
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

    void drop(WorkerCopies worker, int extraCopy) {
        int chunk = worker.extra[extraCopy];
        worker.drop(extraCopy);
        worker.load -= sizes[chunk];
        if (worker.counts) {
            held[chunk]--;
            inForce[chunk]--;
            confirmed[chunk] -= worker.extraConfirmed[extraCopy] ? 1 : 0;
        }
    }

    /** Drops the extra copies that have been replaced. */
    void release(WorkerCopies worker) {
        for (int i = 0; i < worker.extra.length; i++) {
            int chunk = worker.extra[i];
            if (worker.has(i) && (worker.draining ? unconfirmed[chunk] == 0 : waiting[chunk] == 0)) {
                drop(worker, i);
            }
        }
    }

    /** Returns the number of copies that are left for the next epochs. */
    long copiesWaiting() {
        long count = 0;
        for (boolean each : added) {
            count += each ? 0 : 1;
        }
        return count;
    }

    /** Returns the number of bytes that are left for the next epochs. */
    long bytesWaiting() {
        long bytes = 0;
        for (int i = 0; i < added.length; i++) {
            bytes = added[i] ? bytes : WorkerShare.saturated(bytes, sizes[additions.chunk(i)]);
        }
        return bytes;
    }
}
