package dev.rota.chunks.placement;

import dev.rota.engine.Parallel;
import java.util.Arrays;

/**
 * Places, in parallel, the replicas at whose turn no worker can be full yet.
 *
 * <p>Replicas are placed in rounds: first those that each chunk must have, then one more of each chunk, and so on. As
 * long as no worker is full, a replica's walk depends on nothing but the chunk's other replicas. So all chunks are
 * placed as if room had no end, and the bytes that each worker takes are summed by round and by slice of the load.
 * Whatever comes before the first worker could be full is placed as it would be one after the other; the rest, where
 * the order matters, is taken back.
 */
final class RoomyRounds {

    private static final int SLICES_MAX = 32;

    /** The number of rounds that are placed in parallel; the sums of more would take too much memory. */
    private static final int ROUNDS_MAX = 16;

    /** The progress of placing: {@code replicas} of each chunk, and one more of the chunks before {@code chunk}. */
    record Progress(int replicas, int chunk) {
        static final Progress NOTHING = new Progress(0, 0);
    }

    private final ReplicaPlacement placement;
    private final EpochChunks load;
    private final int[] offsets;
    private final char[] holders;
    private final int min;
    private final int rounds;
    private final int slices;

    /**
     * Creates the rounds.
     *
     * @param min the number of replicas that each chunk must have
     * @param most the maximum number of replicas of a chunk
     */
    RoomyRounds(ReplicaPlacement placement, int min, int most) {
        this.placement = placement;
        this.load = placement.load;
        this.offsets = placement.offsets;
        this.holders = placement.holders;
        this.min = min;
        this.rounds = Math.min(ROUNDS_MAX, round(most - 1) + 1);
        // no more sums than replicas: for many workers with few chunks, more slices do not pay
        int worth = offsets[load.count] / (rounds * placement.rings.slots());
        this.slices = Math.max(1, Math.min(worth, Math.min(SLICES_MAX, load.count)));
    }

    /**
     * Places replicas, from the first on, as long as their order does not matter.
     *
     * @param room each worker's free bytes, by slot; placing reduces them
     */
    Progress place(long[] room, Parallel parallel) {
        long[][][] left = new long[slices][][];
        boolean[] lacks = new boolean[slices];
        parallel.run(slices, slice -> {
            left[slice] = endless(room.length);
            lacks[slice] = !place(slice, left[slice]);
        });
        for (boolean lacking : lacks) {
            if (lacking) {
                return Progress.NOTHING;
            }
        }
        int round = 0;
        while (round < rounds && take(round, 0, slices, left, room)) {
            round++;
        }
        if (round == 0) {
            return Progress.NOTHING;
        }
        int slice = 0;
        while (round < rounds && slice < slices && take(round, slice, slice + 1, left, room)) {
            slice++;
        }
        Progress placed = new Progress(min + round - 1, begin(slice));
        parallel.run(slices, each -> takeBack(each, placed));
        return placed;
    }

    /** Returns the round that places a replica. */
    private int round(int replica) {
        return Math.max(0, replica - min + 1);
    }

    private int begin(int slice) {
        return (int) ((long) load.count * slice / slices);
    }

    private long[][] endless(int slots) {
        long[][] room = new long[rounds][slots];
        for (long[] ofRound : room) {
            Arrays.fill(ofRound, Long.MAX_VALUE);
        }
        return room;
    }

    /** Places a slice; returns whether each chunk has the replicas that it must have. */
    private boolean place(int slice, long[][] room) {
        ReplicaWalk walk = new ReplicaWalk(placement);
        int to = begin(slice + 1);
        Arrays.fill(holders, offsets[begin(slice)], offsets[to], ReplicaPlacement.NO_WORKER);
        for (int chunk = begin(slice); chunk < to; chunk++) {
            int count = Math.min(min + rounds - 1, placement.factor(chunk));
            if (chunk >= load.restricted && stopsDiffer(offsets[chunk], count)) {
                stop(chunk, count, room);
            } else if (!walk(walk, chunk, count, room)) {
                return false;
            }
        }
        return true;
    }

    private boolean stopsDiffer(int first, int count) {
        for (int i = first + 1; i < first + count; i++) {
            char slot = placement.stops.slot(i);
            for (int before = first; before < i; before++) {
                if (placement.stops.slot(before) == slot) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Assigns each replica to the worker that it meets first. */
    private void stop(int chunk, int count, long[][] room) {
        int first = offsets[chunk];
        long size = load.size[chunk];
        for (int replica = 0; replica < count; replica++) {
            char slot = placement.stops.slot(first + replica);
            holders[first + replica] = slot;
            long[] ofRound = room[round(replica)];
            ofRound[slot] = Math.max(0, ofRound[slot] - size);
        }
    }

    private boolean walk(ReplicaWalk walk, int chunk, int count, long[][] room) {
        for (int replica = 0; replica < count; replica++) {
            if (!walk.place(chunk, replica, room[round(replica)])) {
                return replica >= min;
            }
        }
        return true;
    }

    /** Subtracts what a round places of some slices from the workers' room, if there is enough. */
    private boolean take(int round, int from, int to, long[][][] left, long[] room) {
        long[] bytes = new long[room.length];
        for (int slice = from; slice < to; slice++) {
            for (int slot = 0; slot < room.length; slot++) {
                bytes[slot] = WorkerShare.saturated(bytes[slot], Long.MAX_VALUE - left[slice][round][slot]);
            }
        }
        // endless room is Long.MAX_VALUE: a worker that took all of it but the size of the largest chunk, or more,
        // may have refused a chunk
        long most = Long.MAX_VALUE - load.largest();
        for (int slot = 0; slot < room.length; slot++) {
            if (bytes[slot] > Math.min(room[slot], most)) {
                return false;
            }
        }
        for (int slot = 0; slot < room.length; slot++) {
            room[slot] -= bytes[slot];
        }
        return true;
    }

    private void takeBack(int slice, Progress placed) {
        for (int chunk = begin(slice); chunk < begin(slice + 1); chunk++) {
            int from = offsets[chunk] + placed.replicas() + (chunk < placed.chunk() ? 1 : 0);
            if (from < offsets[chunk + 1]) {
                Arrays.fill(holders, from, offsets[chunk + 1], ReplicaPlacement.NO_WORKER);
            }
        }
    }
}
