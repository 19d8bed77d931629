package dev.rota.chunks.placement;

import dev.rota.chunks.catalog.Dataset;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import java.util.Arrays;

/**
 * The worker that each replica's walk meets first. Nearly always that worker takes the replica.
 *
 * <p>A lookup among millions of ring positions costs a dozen cache misses. So the replicas' hashes are sorted by ring
 * first, and each ring is searched while it is in the CPU cache. Stops that still hold are kept from epoch to epoch
 * (see {@link RingChanges}).
 */
final class FirstStops {

    /** The size of a slice, whose hashes and ring positions stay in the CPU cache. */
    private static final int SLICE_REPLICAS = 1 << 21;

    private final int generation;
    private final int[] offsets;
    private final char[] slots;

    private FirstStops(EpochChunks load, int[] offsets) {
        this.generation = load.generation;
        this.offsets = offsets;
        this.slots = new char[offsets[load.count]];
    }

    /**
     * Finds the first stops of a load.
     *
     * @param offsets the index of each chunk's first replica among all, and their total
     * @param last the first stops of the previous epoch
     * @param carried determines which of them are still valid
     */
    static FirstStops find(
            EpochChunks load,
            int[] offsets,
            Rings rings,
            @Nullable FirstStops last,
            @Nullable RingChanges carried,
            Parallel parallel) {
        FirstStops stops = new FirstStops(load, offsets);
        int slices = (stops.slots.length + SLICE_REPLICAS - 1) / SLICE_REPLICAS;
        parallel.run(slices, slice -> {
            Unknown unknown = new Unknown(rings);
            int to = stops.chunkAt((long) (slice + 1) * SLICE_REPLICAS);
            for (int chunk = stops.chunkAt((long) slice * SLICE_REPLICAS); chunk < to; chunk++) {
                int known = last == null || carried == null ? 0 : stops.carry(load, chunk, last, carried, unknown);
                stops.leaveOpen(load, chunk, known, unknown);
            }
            unknown.find(stops.slots);
        });
        return stops;
    }

    /** Returns whether these are the stops of the load before this one, to which {@link EpochChunks#before} refers. */
    boolean areBefore(EpochChunks load) {
        return generation == load.generation - 1;
    }

    char slot(int replica) {
        return slots[replica];
    }

    /** Returns the first chunk whose replicas begin at or after an index. */
    private int chunkAt(long replica) {
        int chunks = offsets.length - 1;
        if (replica >= slots.length) {
            return chunks;
        }
        int at = Arrays.binarySearch(offsets, 0, chunks, (int) replica);
        // chunks without replicas share their offset with the next one; any of them can bound a slice
        return at >= 0 ? at : -at - 1;
    }

    /** Copies the stops of a chunk's replicas that are still valid; returns the number of handled replicas. */
    private int carry(EpochChunks load, int chunk, FirstStops last, RingChanges carried, Unknown unknown) {
        int before = load.before[chunk];
        if (before == Dataset.NONE) {
            return 0;
        }
        int from = last.offsets[before];
        int to = offsets[chunk];
        int known = Math.min(last.offsets[before + 1] - from, offsets[chunk + 1] - to);
        if (carried.isNone()) {
            System.arraycopy(last.slots, from, slots, to, known);
            return known;
        }
        if (carried.anyJoined()) {
            unknown.begin(load, chunk);
        }
        for (int replica = 0; replica < known; replica++) {
            char slot = last.slots[from + replica];
            if (carried.left()[slot] || (carried.anyJoined() && unknown.isTaken(carried, replica))) {
                unknown.add(load, chunk, replica, to + replica);
            } else {
                slots[to + replica] = slot;
            }
        }
        return known;
    }

    private void leaveOpen(EpochChunks load, int chunk, int from, Unknown unknown) {
        int first = offsets[chunk];
        int count = offsets[chunk + 1] - first;
        for (int replica = from; replica < count; replica++) {
            unknown.add(load, chunk, replica, first + replica);
        }
    }

    /** The replicas of one slice whose first stops must be looked up. */
    private static final class Unknown {

        private final Rings rings;
        private final NumberedHash hash = new NumberedHash();
        private int hashed = Dataset.NONE;
        private long[] hashes = new long[1_024];
        private int[] replicas = new int[1_024];
        private int count;

        Unknown(Rings rings) {
            this.rings = rings;
        }

        void begin(EpochChunks load, int chunk) {
            if (hashed != chunk) {
                load.address(chunk, hash);
                hashed = chunk;
            }
        }

        boolean isTaken(RingChanges carried, int number) {
            long position = hash.of(number);
            return carried.isTaken(NumberedHash.remainder(position, rings.count()), position);
        }

        void add(EpochChunks load, int chunk, int number, int replica) {
            begin(load, chunk);
            if (count == hashes.length) {
                hashes = Arrays.copyOf(hashes, 2 * count);
                replicas = Arrays.copyOf(replicas, 2 * count);
            }
            hashes[count] = hash.of(number);
            replicas[count++] = replica;
        }

        /** Counting-sorts the replicas by ring, then looks them up ring by ring. */
        void find(char[] slots) {
            int[] ends = new int[rings.count() + 1];
            for (int i = 0; i < count; i++) {
                ends[NumberedHash.remainder(hashes[i], rings.count())]++;
            }
            for (int ring = 1; ring < ends.length; ring++) {
                ends[ring] += ends[ring - 1];
            }
            long[] sortedHashes = new long[count];
            int[] sortedReplicas = new int[count];
            for (int i = count - 1; i >= 0; i--) {
                int at = --ends[NumberedHash.remainder(hashes[i], rings.count())];
                sortedHashes[at] = hashes[i];
                sortedReplicas[at] = replicas[i];
            }
            for (int number = 0; number < rings.count(); number++) {
                Ring ring = rings.ring(number);
                for (int i = ends[number]; i < ends[number + 1]; i++) {
                    slots[sortedReplicas[i]] = ring.slot(ring.start(sortedHashes[i]));
                }
            }
        }
    }
}
