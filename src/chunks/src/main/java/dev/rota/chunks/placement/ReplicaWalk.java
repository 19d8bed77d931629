package dev.rota.chunks.placement;

import dev.rota.chunks.catalog.Dataset;
import dev.rota.chunks.placement.ReplicaPlacement.Objection;
import dev.rota.chunks.placement.ReplicaPlacement.Witness;
import dev.rota.engine.Nullable;

/** Walks along the rings; one thread uses it at a time. */
final class ReplicaWalk {

    private final EpochChunks load;
    private final int[] offsets;
    private final Rings rings;
    private final FirstStops stops;
    private final boolean[][] unfit;
    private final char[] holders;
    private final NumberedHash hash = new NumberedHash();

    private int watched = Dataset.NONE;

    @Nullable
    private Witness witness;

    ReplicaWalk(ReplicaPlacement placement) {
        this.load = placement.load;
        this.offsets = placement.offsets;
        this.rings = placement.rings;
        this.stops = placement.stops;
        this.unfit = placement.unfit;
        this.holders = placement.holders;
    }

    void watch(int chunk, Witness watcher) {
        watched = chunk;
        witness = watcher;
    }

    /**
     * Places a replica, after the replicas before it have been placed.
     *
     * @param room each worker's free bytes, by slot
     * @return whether a worker took it
     */
    boolean place(int chunk, int replica, long[] room) {
        if (meet(chunk, replica, stops.slot(offsets[chunk] + replica), room)) {
            return true;
        }
        load.address(chunk, hash);
        long position = hash.of(replica);
        Ring ring = rings.ring(NumberedHash.remainder(position, rings.count()));
        int start = ring.start(position);
        for (int step = 1; step < ring.length(); step++) {
            int at = start + step;
            if (meet(chunk, replica, ring.slot(at < ring.length() ? at : at - ring.length()), room)) {
                return true;
            }
        }
        return false;
    }

    /** Offers a replica to a worker; returns whether the worker takes it. */
    private boolean meet(int chunk, int replica, char slot, long[] room) {
        Objection objection = objection(chunk, replica, slot, room);
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

    /** Returns why a worker cannot hold a replica, or null if it can. */
    private @Nullable Objection objection(int chunk, int replica, char slot, long[] room) {
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
