package dev.rota.chunks.placement;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The copies that one worker loses and gains. Chunks are named by their indexes among those that move, which are in the
 * order of dataset and id. Copies in force that the target does not have are extra.
 */
final class WorkerCopies {

    /** The use of a copy for readers. */
    enum Use {
        /** It is not confirmed, or the policy has no routes. */
        NONE,
        /** They may use it. */
        ROUTE,
        /** They have left it, or leave it in this step, and may still be using it. */
        LEFT,
        /** They have left it, and their grace has passed. */
        FORMER
    }

    final boolean draining;

    /** True if its copies count for the replication. */
    final boolean counts;

    final long capacity;

    /** The size of all copies that it currently has. */
    long load;

    final int[] extra;
    final boolean[] extraConfirmed;
    private final Use[] uses;
    private final boolean[] leaving;
    private final boolean[] dropped;
    private int[] added = {};
    private int addedCount;

    /**
     * Creates the copies of a worker.
     *
     * @param load the size of the copies that it has
     * @param uses what the extra copies are for readers
     */
    WorkerCopies(
            boolean draining,
            boolean counts,
            long capacity,
            long load,
            int[] extra,
            boolean[] extraConfirmed,
            Use[] uses) {
        this.draining = draining;
        this.counts = counts;
        this.capacity = capacity;
        this.load = load;
        this.extra = extra;
        this.extraConfirmed = extraConfirmed;
        this.uses = uses;
        this.leaving = new boolean[extra.length];
        this.dropped = new boolean[extra.length];
    }

    /** Returns what an extra copy is for readers. */
    Use use(int extraCopy) {
        return uses[extraCopy];
    }

    /** Has readers leave an extra copy. */
    void leave(int extraCopy) {
        uses[extraCopy] = Use.LEFT;
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

    /** Returns the extra copies that it keeps, ascending. */
    int[] kept() {
        return IntStream.range(0, extra.length)
                .filter(this::has)
                .map(i -> extra[i])
                .toArray();
    }

    /** Returns those of the copies to be added, ascending, that have not been. */
    int[] waiting(int[] toAdd) {
        int[] sorted = Arrays.copyOf(added, addedCount);
        Arrays.sort(sorted);
        return AscendingInts.without(toAdd, sorted);
    }
}
