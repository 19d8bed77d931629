package dev.rota.chunks.placement;

import dev.rota.chunks.PlacementOrder;
import dev.rota.chunks.catalog.Dataset;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import java.util.Arrays;

/**
 * Assigns each replica of a load to a worker: the first one from its start on its ring that has no objection. {@link
 * FirstStops} computes in advance what it can. {@link RoomyRounds} places in parallel the replicas whose walks cannot
 * depend on each other; the others are placed one after the other.
 */
public final class ReplicaPlacement {

    /** The slot of replicas that no worker holds. */
    static final char NO_WORKER = 0xFFFF;

    /** Reasons why a worker refuses a replica. */
    public enum Objection {
        /** It does not have the version that the chunk needs. */
        VERSION,
        /** It already holds the chunk. */
        HOLDS_IT,
        /** It has no room. */
        FULL
    }

    /** Observes the walks of one chunk's replicas. */
    public interface Witness {
        /** Records that a replica met a worker that had {@code room} bytes left. */
        void met(int replica, char slot, @Nullable Objection objection, long room);
    }

    final EpochChunks load;
    final int[] offsets;
    final Rings rings;
    final FirstStops stops;
    final boolean[][] unfit;
    final char[] holders;
    private final long[] room;
    private final ReplicaWalk walk;
    private boolean watched;

    /**
     * Creates a placement.
     *
     * @param offsets the index of each chunk's first replica among all, and their total
     * @param room each worker's free bytes, by slot; placing reduces them
     * @param unfit the workers that lack the version, by kind and slot; empty for kinds that need none
     */
    ReplicaPlacement(EpochChunks load, int[] offsets, Rings rings, FirstStops stops, long[] room, boolean[][] unfit) {
        this.load = load;
        this.offsets = offsets;
        this.rings = rings;
        this.stops = stops;
        this.unfit = unfit;
        this.holders = new char[offsets[load.count]];
        this.room = room;
        this.walk = new ReplicaWalk(this);
    }

    void watch(int chunk, Witness witness) {
        walk.watch(chunk, witness);
        watched = true;
    }

    /**
     * Places all replicas; returns a chunk that has too few, or {@link Dataset#NONE} if each has enough.
     *
     * @param min the number of replicas that each chunk must have
     * @param most the maximum number of replicas of a chunk
     */
    int place(PlacementOrder order, int min, int most, Parallel parallel) {
        if (order == PlacementOrder.CHUNK_MAJOR) {
            Arrays.fill(holders, NO_WORKER);
            return chunkByChunk();
        }
        // a witness records the room left at each step, which is known only if replicas are placed one by one
        RoomyRounds.Progress placed =
                watched ? RoomyRounds.Progress.NOTHING : new RoomyRounds(this, min, most).place(room, parallel);
        if (placed.replicas() > 0) {
            placeMore(placed.replicas());
            return Dataset.NONE;
        }
        Arrays.fill(holders, NO_WORKER);
        int lacking = minimum(0, load.restricted, min);
        if (lacking == Dataset.NONE) {
            lacking = minimum(load.restricted, load.count, min);
        }
        if (lacking == Dataset.NONE) {
            placeMore(min);
        }
        return lacking;
    }

    /** Returns the slot that holds each replica, or {@link #NO_WORKER} for replicas that were left out. */
    char[] holders() {
        return holders;
    }

    private int chunkByChunk() {
        for (int chunk = 0; chunk < load.count; chunk++) {
            for (int replica = 0; replica < factor(chunk); replica++) {
                if (!walk.place(chunk, replica, room)) {
                    return chunk;
                }
            }
        }
        return Dataset.NONE;
    }

    /** Places the replicas that each chunk must have. */
    private int minimum(int from, int to, int min) {
        for (int replica = 0; replica < min; replica++) {
            for (int chunk = from; chunk < to; chunk++) {
                if (factor(chunk) > 0 && !walk.place(chunk, replica, room)) {
                    return chunk;
                }
            }
        }
        return Dataset.NONE;
    }

    /** Places optional replicas that are not placed, from one on. A chunk that is refused once gets no more. */
    private void placeMore(int from) {
        int[] wanting = new int[load.count];
        int count = 0;
        for (int chunk = 0; chunk < load.count; chunk++) {
            if (factor(chunk) > from && holders[offsets[chunk] + from - 1] != NO_WORKER) {
                wanting[count++] = chunk;
            }
        }
        for (int replica = from; count > 0; replica++) {
            int left = 0;
            for (int i = 0; i < count; i++) {
                int chunk = wanting[i];
                boolean isPlaced = holders[offsets[chunk] + replica] != NO_WORKER || walk.place(chunk, replica, room);
                if (isPlaced && factor(chunk) > replica + 1) {
                    wanting[left++] = chunk;
                }
            }
            count = left;
        }
    }

    int factor(int chunk) {
        return offsets[chunk + 1] - offsets[chunk];
    }
}
