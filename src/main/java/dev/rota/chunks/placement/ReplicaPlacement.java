package dev.rota.chunks.placement;

import dev.rota.chunks.PlacementOrder;
import dev.rota.chunks.catalog.Dataset;
import dev.rota.engine.Nullable;
import java.util.Arrays;

/**
 * Assigns each replica of a load to a worker: the first one from its start on its ring that has no objection. It is
 * sequential; whatever can be computed in advance is in {@link FirstStops}.
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

    private final EpochChunks load;
    private final int[] offsets;
    private final Rings rings;
    private final FirstStops stops;
    private final long[] room;
    private final boolean[][] unfit;
    private final char[] holders;
    private final NumberedHash hash = new NumberedHash();

    private int watched = Dataset.NONE;

    @Nullable
    private Witness witness;

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
        this.room = room;
        this.unfit = unfit;
        this.holders = new char[offsets[load.count]];
    }

    void watch(int chunk, Witness itsWitness) {
        watched = chunk;
        witness = itsWitness;
    }

    /** Places all replicas; returns a chunk that has too few, {@link Dataset#NONE} if each has enough. */
    int place(PlacementOrder order, int min) {
        Arrays.fill(holders, NOBODY);
        return order == PlacementOrder.CHUNK_MAJOR ? chunkByChunk() : replicaByReplica(min);
    }

    /** By replica, the slot that holds it; {@link #NOBODY} if it was left out. */
    char[] holders() {
        return holders;
    }

    private int chunkByChunk() {
        for (int chunk = 0; chunk < load.count; chunk++) {
            for (int replica = 0; replica < factor(chunk); replica++) {
                if (!place(chunk, replica)) {
                    return chunk;
                }
            }
        }
        return Dataset.NONE;
    }

    private int replicaByReplica(int min) {
        int lacking = minimum(0, load.restricted, min);
        if (lacking == Dataset.NONE) {
            lacking = minimum(load.restricted, load.count, min);
        }
        if (lacking == Dataset.NONE) {
            placeMore(min);
        }
        return lacking;
    }

    /** Places the replicas that each chunk must have. */
    private int minimum(int from, int to, int min) {
        for (int replica = 0; replica < min; replica++) {
            for (int chunk = from; chunk < to; chunk++) {
                if (factor(chunk) > 0 && !place(chunk, replica)) {
                    return chunk;
                }
            }
        }
        return Dataset.NONE;
    }

    /** Places the optional replicas: a chunk that is refused once gets no more. */
    private void placeMore(int min) {
        int[] wanting = new int[load.count];
        int count = 0;
        for (int chunk = 0; chunk < load.count; chunk++) {
            if (factor(chunk) > min) {
                wanting[count++] = chunk;
            }
        }
        for (int replica = min; count > 0; replica++) {
            int left = 0;
            for (int i = 0; i < count; i++) {
                int chunk = wanting[i];
                if (place(chunk, replica) && factor(chunk) > replica + 1) {
                    wanting[left++] = chunk;
                }
            }
            count = left;
        }
    }

    private int factor(int chunk) {
        return offsets[chunk + 1] - offsets[chunk];
    }

    private boolean place(int chunk, int replica) {
        char first = stops.slot(offsets[chunk] + replica);
        if (meet(chunk, replica, first)) {
            return true;
        }
        load.address(chunk, hash);
        long position = hash.of(replica);
        Ring ring = rings.ring(NumberedHash.remainder(position, rings.count()));
        int start = ring.start(position);
        for (int step = 1; step < ring.length(); step++) {
            int at = start + step;
            if (meet(chunk, replica, ring.slot(at < ring.length() ? at : at - ring.length()))) {
                return true;
            }
        }
        return false;
    }

    /** Offers a replica to a worker; returns whether it takes it. */
    private boolean meet(int chunk, int replica, char slot) {
        Objection objection = objection(chunk, replica, slot);
        if (chunk == watched && witness != null) {
            witness.met(replica, slot, objection, room[slot]);
        }
        if (objection != null) {
            return false;
        }
        room[slot] -= load.size[chunk];
        holders[offsets[chunk] + replica] = slot;
        return true;
    }

    /** Why a worker cannot hold a replica; null if it can. */
    private @Nullable Objection objection(int chunk, int replica, char slot) {
        if (chunk < load.restricted && unfit[load.kind[chunk]][slot]) {
            return Objection.VERSION;
        }
        int first = offsets[chunk];
        for (int i = first; i < first + replica; i++) {
            if (holders[i] == slot) {
                return Objection.HOLDS_IT;
            }
        }
        return room[slot] < load.size[chunk] ? Objection.FULL : null;
    }
}
