package dev.rota.chunks.placement;

import dev.rota.chunks.catalog.Dataset;
import dev.rota.chunks.policy.ClientVersion;
import dev.rota.chunks.policy.Policy;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** One pass of an epoch: places a load on some of the network's workers. */
public final class Pass {

    /** The maximum number of replicas of one epoch; each takes four bytes during placement and two between epochs. */
    private static final int REPLICAS_MAX = 1 << 28;

    /** The maximum number of positions on all rings; each takes ten bytes. */
    private static final int POSITIONS_MAX = 1 << 27;

    /** A cache that a pass leaves to the next epoch's. */
    public static final class Memory {

        @Nullable
        private Rings rings;

        @Nullable
        private FirstStops stops;

        /** Returns the rings of these workers, derived from the cached ones if possible. */
        private Rings.Move rings(List<WorkerId> workers, int count, Parallel parallel) {
            return rings == null
                    ? new Rings.Move(Rings.of(workers, count, parallel), null)
                    : rings.to(workers, count, parallel);
        }

        /** Returns the cached first stops if they are of the load before this one, or null. */
        private @Nullable FirstStops stopsBefore(EpochChunks next) {
            return stops != null && stops.areBefore(next) ? stops : null;
        }

        private void keep(Rings newRings, FirstStops newStops) {
            rings = newRings;
            stops = newStops;
        }
    }

    private final EpochChunks load;
    private final List<NetworkWorker> workers;
    private final Policy policy;
    private final KeptCopies kept;

    private SortedMap<Integer, Integer> factors = new TreeMap<>();
    private double multiplier;
    private int[] factorOfKind = {};
    private int[] offsets = {0};

    @Nullable
    private Rings rings;

    @Nullable
    private ReplicaPlacement placement;

    private int watched = Dataset.NONE;

    @Nullable
    private ReplicaPlacement.Witness witness;

    /**
     * Creates a pass.
     *
     * @param workers the workers that take part, in the order that breaks ties between positions
     */
    public Pass(EpochChunks load, List<NetworkWorker> workers, Policy policy) {
        this(load, workers, policy, KeptCopies.NONE);
    }

    /**
     * Creates a pass.
     *
     * @param workers the workers that take part, in the order that breaks ties between positions
     * @param kept copies outside the pass, which take their workers' room first
     */
    public Pass(EpochChunks load, List<NetworkWorker> workers, Policy policy, KeptCopies kept) {
        this.load = load;
        this.workers = workers;
        this.policy = policy;
        this.kept = kept;
    }

    /** Sets a witness of the walks of a chunk's replicas. */
    public void watch(int chunk, ReplicaPlacement.Witness watcher) {
        watched = chunk;
        witness = watcher;
    }

    /** Places the load; returns null, or a sentence if that is impossible. */
    @Nullable
    public String run(Memory memory, Parallel parallel) {
        String obstacle = prepare(memory, parallel);
        return obstacle == null ? place(parallel) : obstacle;
    }

    /** Places the prepared load; returns null, or a sentence if a chunk did not fit. */
    @Nullable
    public String place(Parallel parallel) {
        if (load.isEmpty()) {
            return null;
        }
        if (witness != null) {
            placement().watch(watched, witness);
        }
        int lacking =
                placement().place(policy.rules().getOrder(), policy.rules().getMinReplication(), most(), parallel);
        return lacking == Dataset.NONE
                ? null
                : "expected room for chunk " + load.address(lacking) + ", but no worker that may hold it has "
                        + load.size[lacking] + " bytes left";
    }

    /** Computes factors, rings and first stops; returns null, or a sentence if that is impossible. */
    @Nullable
    public String prepare(Memory memory, Parallel parallel) {
        if (load.isEmpty()) {
            return null;
        }
        if (workers.isEmpty()) {
            return "expected a reliable worker, but there is none";
        }
        Replication.Factors planned = Replication.of(
                load.bytesByWeight(),
                workers.size(),
                capacity(),
                policy.rules().getSaturation(),
                policy.rules().getMinReplication());
        if (planned.shortage() != null) {
            return planned.shortage();
        }
        factors = planned.byWeight();
        multiplier = planned.multiplier();
        factorOfKind = load.kinds.stream()
                .mapToInt(kind -> factors.getOrDefault(kind.weight(), 0))
                .toArray();
        String excess = excess();
        if (excess != null) {
            return excess;
        }
        offsets = offsets();
        List<WorkerId> ids = workers.stream().map(worker -> worker.id).toList();
        Rings.Move move = memory.rings(ids, policy.rules().getRings(), parallel);
        FirstStops stops =
                FirstStops.find(load, offsets, move.rings(), memory.stopsBefore(load), move.carried(), parallel);
        memory.keep(move.rings(), stops);
        rings = move.rings();
        placement = new ReplicaPlacement(load, offsets, move.rings(), stops, room(move.rings()), unfit(move.rings()));
        return null;
    }

    private BigInteger capacity() {
        return workers.stream()
                .map(worker -> BigInteger.valueOf(capacityOf(worker)))
                .reduce(BigInteger.ZERO, BigInteger::add);
    }

    private long capacityOf(NetworkWorker worker) {
        return Objects.requireNonNull(worker.capacity(policy)) - kept.bytes(worker.id);
    }

    /** Returns a sentence if the pass would exceed a limit, or null. */
    private @Nullable String excess() {
        long positions = (long) workers.size() * policy.rules().getRings();
        if (positions > POSITIONS_MAX) {
            return "expected at most " + POSITIONS_MAX + " positions on all rings, but there are " + positions;
        }
        long replicas = 0;
        for (int chunk = 0; chunk < load.count; chunk++) {
            replicas += factor(chunk);
        }
        return replicas <= REPLICAS_MAX
                ? null
                : "expected at most " + REPLICAS_MAX + " replicas, but the factors make " + replicas;
    }

    private int[] offsets() {
        int[] begin = new int[load.count + 1];
        for (int chunk = 0; chunk < load.count; chunk++) {
            begin[chunk + 1] = begin[chunk] + factor(chunk);
        }
        return begin;
    }

    private int factor(int chunk) {
        return load.isLeftOut(chunk) ? 0 : factorOfKind[load.kind[chunk]];
    }

    private long[] room(Rings all) {
        long[] room = new long[all.slots()];
        for (NetworkWorker worker : workers) {
            room[all.slot(worker.id)] = capacityOf(worker);
        }
        return room;
    }

    private boolean[][] unfit(Rings all) {
        boolean[][] unfit = new boolean[load.kinds.size()][0];
        for (int kind = 0; kind < unfit.length; kind++) {
            ClientVersion needed = load.kinds.get(kind).version();
            if (needed != null) {
                unfit[kind] = new boolean[all.slots()];
                for (NetworkWorker worker : workers) {
                    unfit[kind][all.slot(worker.id)] = worker.isBelow(needed);
                }
            }
        }
        return unfit;
    }

    public EpochChunks load() {
        return load;
    }

    public List<NetworkWorker> workers() {
        return workers;
    }

    /** Returns the planned replicas, by weight. */
    public Map<Integer, Integer> factors() {
        return factors;
    }

    /** Returns the largest number of replicas that is planned for a chunk. */
    int most() {
        return factors.values().stream().max(Integer::compare).orElse(0);
    }

    /** Returns the planned replicas for each unit of weight, before rounding. */
    public double multiplier() {
        return multiplier;
    }

    /** Returns the index of each chunk's first replica among all. */
    int[] begins() {
        return offsets;
    }

    public Rings rings() {
        return Objects.requireNonNull(rings);
    }

    ReplicaPlacement placement() {
        return Objects.requireNonNull(placement);
    }
}
