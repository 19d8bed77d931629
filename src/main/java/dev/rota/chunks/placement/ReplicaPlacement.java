package dev.rota.chunks.placement;

import dev.rota.chunks.PlacementOrder;
import dev.rota.chunks.catalog.Dataset;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import java.util.Arrays;

/**
 * Assigns each replica of a load to a worker: the first one from its start on its ring that has no objection. Whatever
 * can be computed in advance is in {@link FirstStops}; replicas whose walks cannot depend on each other are placed in
 * parallel by {@link RoomyRounds}, the others one after the other.
 */
public final class ReplicaPlacement {

    /** The slot of replicas that nobody holds. */
    static final char NOBODY = 0xFFFF;

    /** Why a worker refuses a replica. */
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
        /** A replica met a worker that had {@code room} bytes left. */
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
     * @param offsets the index of each chunk's first replica among all, and their total
     * @param room each worker's free bytes, by slot; reduced by placing
     * @param unfit by kind and slot, which workers lack the version; empty if the kind needs none
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
     * Places all replicas; returns a chunk that has too few, {@link Dataset#NONE} if each has enough.
     *
     * @param min the replicas that each chunk must have
     * @param most the replicas that a chunk has at most
     */
    int place(PlacementOrder order, int min, int most, Parallel parallel) {
        if (order == PlacementOrder.CHUNK_MAJOR) {
            Arrays.fill(holders, NOBODY);
            return chunkByChunk();
        }
        // A witness is told the room left at each step, which is known only where replicas are placed one by one.
        RoomyRounds.Placed placed =
                watched ? RoomyRounds.Placed.NOTHING : new RoomyRounds(this, min, most).place(room, parallel);
        if (placed.replicas() > 0) {
            placeMore(placed.replicas());
            return Dataset.NONE;
        }
        Arrays.fill(holders, NOBODY);
        int lacking = minimum(0, load.restricted, min);
        if (lacking == Dataset.NONE) {
            lacking = minimum(load.restricted, load.count, min);
        }
        if (lacking == Dataset.NONE) {
            placeMore(min);
        }
        return lacking;
    }

    /** By replica, the slot that holds it; {@link #NOBODY} if it was left out. */
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

    /** Places optional replicas that are not placed, from one on: a chunk that is refused once gets no more. */
    private void placeMore(int from) {
        int[] wanting = new int[load.count];
        int count = 0;
        for (int chunk = 0; chunk < load.count; chunk++) {
            if (factor(chunk) > from && holders[offsets[chunk] + from - 1] != NOBODY) {
                wanting[count++] = chunk;
            }
        }
        for (int replica = from; count > 0; replica++) {
            int left = 0;
            for (int i = 0; i < count; i++) {
                int chunk = wanting[i];
                boolean isPlaced = holders[offsets[chunk] + replica] != NOBODY || walk.place(chunk, replica, room);
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
