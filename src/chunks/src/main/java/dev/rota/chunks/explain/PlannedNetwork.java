package dev.rota.chunks.explain;

import dev.rota.chunks.AssignmentRow;
import dev.rota.chunks.NetworkRow;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.catalog.Catalog;
import dev.rota.chunks.epoch.EpochInput;
import dev.rota.chunks.epoch.EpochShares;
import dev.rota.chunks.epoch.Network;
import dev.rota.chunks.placement.Motion;
import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.chunks.placement.NextHoldings;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.policy.Policy;
import dev.rota.chunks.policy.PolicyCheck;
import dev.rota.chunks.routes.Routes;
import dev.rota.chunks.scheduler.ChunksAdmission;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.engine.Tables;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A network under assumptions: another policy, other workers, and the shares and confirmations of epochs that were not
 * made. Nothing is written.
 */
final class PlannedNetwork extends EpochInput {

    private static final int[] NONE = {};

    private final Network network;
    private final String name;
    private final Map<WorkerId, NetworkWorker> workers = new TreeMap<>();
    private final Map<WorkerId, List<AssignmentRow>> shares;
    private final List<WorkerId> drained = new ArrayList<>();
    private Policy policy;
    private @Nullable Routes routes;

    /**
     * The copies that readers have left, by worker, once all workers are assumed to have confirmed what they hold; null
     * before that.
     */
    private @Nullable Map<WorkerId, int[]> left;

    /** Creates a plan from the network's rows, without assumptions. */
    PlannedNetwork(Tables tables) {
        this.network = new Network(tables);
        this.name = tables.unit();
        this.policy = network.policy();
        this.shares = new TreeMap<>(network.published().all());
        network.members().forEach(worker -> workers.put(worker.id, worker));
    }

    /** Assumes another policy, which redetermines all workers' statuses. */
    void policy(PlacementPolicy assumed) {
        try {
            ChunksAdmission.policy(assumed);
        } catch (RefusedException e) {
            throw new IllegalArgumentException(e.sentence());
        }
        String fault = PolicyCheck.fault(assumed);
        if (fault != null) {
            throw new IllegalArgumentException(fault);
        }
        expect(
                assumed.getNetwork().equals(name),
                "a policy of network " + name,
                "it is of network " + assumed.getNetwork());
        policy = Policy.of(assumed);
        workers.values().forEach(worker -> worker.status = worker.statusUnder(policy));
    }

    /** Assumes that a worker has left. */
    void remove(String worker) {
        workers.remove(named(worker).id);
    }

    /** Assumes that a worker has this capacity. A new worker counts as online, with an unknown version. */
    void add(String worker, long capacityBytes) {
        expect(capacityBytes >= 0, "a capacity of at least 0 bytes", "that of " + worker + " is " + capacityBytes);
        NetworkWorker known = workers.computeIfAbsent(WorkerId.of(worker), id -> {
            NetworkWorker added = new NetworkWorker(id);
            added.status = WorkerState.ONLINE;
            return added;
        });
        expect(
                known.id.text().equals(worker),
                "the id's bytes to be one worker's",
                known.id + " has those of " + worker);
        known.capacityBytes = capacityBytes;
    }

    /** Assumes that a worker is being drained. */
    void drain(String worker) {
        NetworkWorker known = named(worker);
        known.draining = true;
        known.status = WorkerState.DRAINING;
        drained.add(known.id);
    }

    private NetworkWorker named(String worker) {
        NetworkWorker known = workers.get(WorkerId.of(worker));
        if (known == null || !known.id.text().equals(worker)) {
            throw new IllegalArgumentException("expected a worker in the set, but " + worker + " is not in it");
        }
        return known;
    }

    private static void expect(boolean holds, String expected, String found) {
        if (!holds) {
            throw new IllegalArgumentException("expected " + expected + ", but " + found);
        }
    }

    /** Assumes that all workers have confirmed what they hold, and that readers have left the copies on their way out. */
    void confirmAll() {
        Routes known = routes();
        Map<WorkerId, int[]> moving = new TreeMap<>();
        if (known != null) {
            workers.keySet().forEach(worker -> moving.put(worker, known.moving(worker)));
        }
        left = moving;
    }

    /** Assumes that an epoch is published, and that all workers confirm it. */
    void publish(EpochShares published, List<Motion> motions) {
        shares.clear();
        Map<WorkerId, int[]> moving = new TreeMap<>();
        for (int i = 0; i < published.count(); i++) {
            WorkerId worker = published.worker(i).id;
            if (!published.share(i).rows().isEmpty()) {
                shares.put(worker, published.share(i).rows());
            }
            if (!motions.isEmpty()) {
                moving.put(worker, motions.get(i).extra());
            }
        }
        left = moving;
    }

    String name() {
        return name;
    }

    NetworkRow row() {
        return network.row();
    }

    /** Returns the rows of all shares in force, by worker. */
    Map<WorkerId, List<AssignmentRow>> shares() {
        return shares;
    }

    /** Returns whether a worker is assumed to be drained. */
    boolean isDraining() {
        return !drained.isEmpty();
    }

    /** Returns the number of chunks that are assigned to the workers that are assumed to be drained. */
    long chunksLeft() {
        return drained.stream()
                .flatMap(worker -> share(worker).stream())
                .mapToLong(AssignmentRow::getCount)
                .sum();
    }

    /** Returns the number of workers that have ever confirmed an epoch. */
    int confirming() {
        return (int)
                workers.values().stream().filter(worker -> worker.hasConfirmed).count();
    }

    private @Nullable Routes routes() {
        if (routes == null && policy.hasRoutes()) {
            routes = network.readRoutes();
        }
        return routes;
    }

    @Override
    public Policy policy() {
        return policy;
    }

    @Override
    public Collection<NetworkWorker> members() {
        return workers.values();
    }

    @Override
    public Catalog catalog() {
        return network.catalog();
    }

    @Override
    public List<AssignmentRow> share(WorkerId worker) {
        return shares.getOrDefault(worker, List.of());
    }

    @Override
    public @Nullable int[] unconfirmed(NetworkWorker worker) {
        return left == null ? network.unconfirmed(worker) : NONE;
    }

    @Override
    public @Nullable NextHoldings.LeftCopies left(NetworkWorker worker) {
        Routes known = routes();
        if (known == null || left == null) {
            return known == null ? null : known.left(worker.id);
        }
        int[] copies = left.getOrDefault(worker.id, NONE);
        return new NextHoldings.LeftCopies(copies, copies);
    }
}
