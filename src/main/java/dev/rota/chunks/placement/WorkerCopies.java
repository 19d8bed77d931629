package dev.rota.chunks.placement;

import java.util.Arrays;

/**
 * The copies that one worker has and is to have. Chunks are named by their ranks in the order of dataset and id. Copies
 * in force that the target does not have are extra.
 */
final class WorkerCopies {

    final boolean draining;

    /** True if its copies count for the replication. */
    final boolean counts;

    final long capacity;

    /** The size of all copies that it currently has. */
    long load;

    final int[] extra;
    final boolean[] extraConfirmed;
    private final CopyUse[] uses;
    private final boolean[] leaving;
    private final boolean[] dropped;
    private final int[] stay;
    private int[] added = {};
    private int addedCount;

    /**
     * Creates the copies of a worker.
     *
     * @param kept the size of copies that stay outside the step
     * @param stay the copies in force that the target has too
     * @param uses what the extra copies are for readers
     */
    WorkerCopies(
            boolean draining,
            boolean counts,
            long capacity,
            long kept,
            int[] stay,
            int[] extra,
            boolean[] extraConfirmed,
            CopyUse[] uses) {
        this.draining = draining;
        this.counts = counts;
        this.capacity = capacity;
        this.load = kept;
        this.stay = stay;
        this.extra = extra;
        this.extraConfirmed = extraConfirmed;
        this.uses = uses;
        this.leaving = new boolean[extra.length];
        this.dropped = new boolean[extra.length];
    }

    /** Returns what an extra copy is for readers. */
    CopyUse use(int extraCopy) {
        return uses[extraCopy];
    }

    /** Has readers leave an extra copy. */
    void leave(int extraCopy) {
        uses[extraCopy] = CopyUse.LEFT;
        leaving[extraCopy] = true;
    }

    /** Returns whether readers leave an extra copy in this step. */
    boolean isLeaving(int extraCopy) {
        return leaving[extraCopy];
    }

    boolean has(int extraCopy) {
        return !dropped[extraCopy];
    }

    void drop(int extraCopy) {
        dropped[extraCopy] = true;
    }

    boolean fits(long bytes) {
        return bytes <= capacity - load;
    }

    void add(int chunk) {
        if (addedCount == added.length) {
            added = Arrays.copyOf(added, 2 * addedCount + 8);
        }
        added[addedCount++] = chunk;
    }

    /** Returns all copies that it currently has, ascending. */
    int[] all() {
        int[] all = Arrays.copyOf(stay, stay.length + extra.length + addedCount);
        int count = stay.length;
        for (int i = 0; i < extra.length; i++) {
            if (has(i)) {
                all[count++] = extra[i];
            }
        }
        System.arraycopy(added, 0, all, count, addedCount);
        count += addedCount;
        Arrays.sort(all, 0, count);
        return Arrays.copyOf(all, count);
    }
}
