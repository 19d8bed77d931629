package dev.rota.chunks.explain;

import dev.rota.chunks.explain.ChunkWalks.Does;
import dev.rota.chunks.explain.ChunkWalks.Station;
import dev.rota.chunks.explain.ChunkWalks.Walk;
import dev.rota.chunks.placement.EpochHoldings;
import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.chunks.placement.NumberedHash;
import dev.rota.chunks.placement.Pass;
import dev.rota.chunks.placement.ReplicaPlacement;
import dev.rota.chunks.placement.ReplicaPlacement.Objection;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.policy.Weights;
import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;

/** Records the walks of one chunk's replicas in one pass: the workers that each met, and the worker that took it. */
final class PassWalks implements ReplicaPlacement.Witness {

    /** A worker that a replica met. */
    private record Stop(char slot, @Nullable Objection objection, long room) {}

    private final Pass pass;
    private final int chunk;
    private final Map<Integer, List<Stop>> stops = new TreeMap<>();
    private final Map<Character, NetworkWorker> workers = new TreeMap<>();

    /** Records a pass that has not run yet; {@code chunk} is the place in its load. */
    PassWalks(Pass pass, int chunk) {
        this.pass = pass;
        this.chunk = chunk;
        pass.watch(chunk, this);
    }

    @Override
    public void met(int replica, char slot, @Nullable Objection objection, long room) {
        stops.computeIfAbsent(replica, number -> new ArrayList<>()).add(new Stop(slot, objection, room));
    }

    Pass pass() {
        return pass;
    }

    /** Returns whether no placement can serve the chunk's dataset. */
    boolean isLeftOut() {
        return pass.load().isLeftOut(chunk);
    }

    /** Returns the workers that hold the chunk. */
    List<WorkerId> holders(EpochHoldings placed) {
        return placed.holders(chunk);
    }

    Weights.Kind kind() {
        return pass.load().kinds.get(pass.load().kind[chunk]);
    }

    long size() {
        return pass.load().size[chunk];
    }

    int number() {
        return pass.load().number[chunk];
    }

    int planned() {
        return pass.factors().getOrDefault(kind().weight(), 0);
    }

    /**
     * Returns the walks of all planned replicas.
     *
     * @param reliableCount whether the replicas of reliable workers count in this pass, or those of the others
     * @param holders receives the workers whose replicas count
     */
    List<Walk> walks(boolean reliableCount, SortedSet<WorkerId> holders) {
        pass.workers().forEach(worker -> workers.put(pass.rings().slot(worker.id), worker));
        NumberedHash hash = new NumberedHash();
        pass.load().address(chunk, hash);
        List<Walk> walks = new ArrayList<>();
        for (int replica = 0; replica < planned(); replica++) {
            long position = hash.of(replica);
            List<Station> stations = new ArrayList<>();
            boolean taken = false;
            for (Stop stop : stops.getOrDefault(replica, List.of())) {
                NetworkWorker worker = worker(stop);
                taken = stop.objection == null;
                boolean counts = reliableCount || !worker.isReliable();
                if (taken && counts) {
                    holders.add(worker.id);
                }
                stations.add(new Station(worker.id.text(), does(stop, counts), said(stop, worker, counts)));
            }
            walks.add(new Walk(
                    replica,
                    NumberedHash.remainder(position, pass.rings().count()),
                    Long.toUnsignedString(position),
                    stations,
                    stations.isEmpty()
                            ? "is not tried: the one before it was left out"
                            : taken ? "" : "is left out: nobody took it"));
        }
        return walks;
    }

    private static Does does(Stop stop, boolean counts) {
        if (stop.objection == null) {
            return counts ? Does.TAKES : Does.TAKES_UNCOUNTED;
        }
        return switch (stop.objection) {
            case VERSION -> Does.VERSION;
            case HOLDS_IT -> Does.HOLDS_IT;
            case FULL -> Does.FULL;
        };
    }

    private String said(Stop stop, NetworkWorker worker, boolean counts) {
        if (stop.objection == null) {
            return counts ? "takes it" : "takes it, which does not count: it is reliable";
        }
        return switch (stop.objection) {
            case VERSION ->
                "needs version " + kind().minVersion() + ", but "
                        + (worker.knownVersion == null ? "its version is not known" : "has " + worker.version);
            case HOLDS_IT -> "holds it already";
            case FULL -> "has no room: it needs " + size() + " bytes, but " + stop.room + " are left";
        };
    }

    private NetworkWorker worker(Stop stop) {
        NetworkWorker worker = workers.get(stop.slot);
        if (worker == null) {
            throw new IllegalStateException(
                    "expected a worker of the pass, but slot " + (int) stop.slot + " is nobody's");
        }
        return worker;
    }
}
