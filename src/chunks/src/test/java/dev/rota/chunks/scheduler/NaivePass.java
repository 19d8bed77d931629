package dev.rota.chunks.scheduler;

import dev.rota.chunks.PlacementOrder;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.engine.Nullable;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** Places all chunks on some workers, from an empty assignment. */
final class NaivePass {

    /** The beginning of the reason that names a chunk without room. */
    static final String NO_ROOM_FOR = "no room for ";

    private final List<NaiveWorker> workers;
    private final List<NaiveWanted> chunks;
    private final PlacementPolicy policy;
    private final NaiveUnplaceable unplaceable;
    private final NaiveRings rings;
    private final List<BigInteger> allocated = new ArrayList<>();
    private final SortedMap<String, SortedMap<Integer, NaiveWanted>> held = new TreeMap<>();
    private SortedMap<Integer, Integer> factors = new TreeMap<>();

    /** The copies by replica, each in the order of placement: chunks that need a version first. */
    private final SortedMap<Integer, List<NaiveMoves.Addition>> placed = new TreeMap<>();

    /** Takes the workers in order of their index, the chunks in global order. */
    NaivePass(
            List<NaiveWorker> workers, List<NaiveWanted> chunks, PlacementPolicy policy, NaiveUnplaceable unplaceable) {
        this.workers = workers;
        this.chunks = chunks.stream().filter(chunk -> !unplaceable.has(chunk)).toList();
        this.unplaceable = unplaceable;
        this.policy = policy;
        this.rings = new NaiveRings(
                workers.stream().map(worker -> NaiveWorkerId.bytes(worker.id)).toList(), policy.getRings());
        for (NaiveWorker worker : workers) {
            allocated.add(BigInteger.ZERO);
            held.put(worker.hex, new TreeMap<>());
        }
    }

    NaivePass run() throws NaiveNotEnough {
        if (chunks.isEmpty()) {
            return this;
        }
        factors = NaiveReplication.factors(
                sizes(),
                NaiveReplication.usable(policy.getSaturation(), capacity()),
                policy.getMinReplication(),
                workers.size());
        List<NaiveWanted> restricted =
                chunks.stream().filter(chunk -> chunk.minVersion() != null).toList();
        List<NaiveWanted> others =
                chunks.stream().filter(chunk -> chunk.minVersion() == null).toList();
        if (policy.getOrder() == PlacementOrder.CHUNK_MAJOR) {
            chunkByChunk(restricted);
            chunkByChunk(others);
        } else {
            leastReplicas(restricted);
            leastReplicas(others);
            List<NaiveWanted> both = new ArrayList<>(restricted);
            both.addAll(others);
            furtherReplicas(both);
        }
        return this;
    }

    /** Returns all copies by replica, then those that need a version first, then in global order. */
    List<NaiveMoves.Addition> copies() {
        List<NaiveMoves.Addition> all = new ArrayList<>();
        placed.values()
                .forEach(some -> some.stream()
                        .sorted(Comparator.comparing((NaiveMoves.Addition copy) ->
                                        copy.chunk().minVersion() == null)
                                .thenComparing(copy -> copy.chunk().chunk(), NaiveChunk.GLOBAL))
                        .forEach(all::add));
        return all;
    }

    /** Returns the planned replicas by weight. */
    SortedMap<Integer, Integer> factors() {
        return factors;
    }

    /** Returns the chunks that a worker holds, by number. */
    SortedMap<Integer, NaiveWanted> held(NaiveWorker worker) {
        return Objects.requireNonNull(held.get(worker.hex));
    }

    private void chunkByChunk(List<NaiveWanted> some) throws NaiveNotEnough {
        for (NaiveWanted chunk : some) {
            for (int t = 0; t < factor(chunk); t++) {
                mustPlace(chunk, t);
            }
        }
    }

    private void leastReplicas(List<NaiveWanted> some) throws NaiveNotEnough {
        for (int t = 0; t < policy.getMinReplication(); t++) {
            for (NaiveWanted chunk : some) {
                mustPlace(chunk, t);
            }
        }
    }

    private void furtherReplicas(List<NaiveWanted> some) {
        List<NaiveWanted> refused = new ArrayList<>();
        int most = factors.values().stream().max(Integer::compare).orElse(0);
        for (int t = policy.getMinReplication(); t < most; t++) {
            for (NaiveWanted chunk : some) {
                if (factor(chunk) > t && !refused.contains(chunk) && !place(chunk, t)) {
                    refused.add(chunk);
                }
            }
        }
    }

    private void mustPlace(NaiveWanted chunk, int t) throws NaiveNotEnough {
        if (!place(chunk, t)) {
            throw new NaiveNotEnough(NO_ROOM_FOR + chunk.chunk().name());
        }
    }

    private boolean place(NaiveWanted chunk, int t) {
        long hash = NaiveRings.replica(chunk.chunk().dataset(), chunk.chunk().id(), t);
        for (int index : rings.walk(hash)) {
            NaiveWorker worker = workers.get(index);
            BigInteger filled =
                    allocated.get(index).add(BigInteger.valueOf(chunk.chunk().size()));
            if (qualifies(worker, chunk.minVersion())
                    && !held(worker).containsKey(chunk.chunk().number())
                    && filled.compareTo(capacity(worker)) <= 0) {
                allocated.set(index, filled);
                held(worker).put(chunk.chunk().number(), chunk);
                placed.computeIfAbsent(t, replica -> new ArrayList<>()).add(new NaiveMoves.Addition(worker, chunk));
                return true;
            }
        }
        return false;
    }

    static boolean qualifies(NaiveWorker worker, @Nullable String minVersion) {
        return minVersion == null || NaiveVersion.qualifies(worker.version, minVersion);
    }

    private int factor(NaiveWanted chunk) {
        return factors.getOrDefault(chunk.weight(), 0);
    }

    private SortedMap<Integer, BigInteger> sizes() {
        SortedMap<Integer, BigInteger> sizes = new TreeMap<>();
        chunks.forEach(chunk ->
                sizes.merge(chunk.weight(), BigInteger.valueOf(chunk.chunk().size()), BigInteger::add));
        return sizes;
    }

    private BigInteger capacity() {
        return workers.stream().map(this::capacity).reduce(BigInteger.ZERO, BigInteger::add);
    }

    private BigInteger capacity(NaiveWorker worker) {
        Long capacity = worker.capacity(policy);
        BigInteger all = capacity == null ? BigInteger.ZERO : BigInteger.valueOf(capacity);
        return all.subtract(unplaceable.bytesOn(worker));
    }
}
