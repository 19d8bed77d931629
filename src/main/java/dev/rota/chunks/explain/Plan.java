package dev.rota.chunks.explain;

import dev.rota.chunks.ChunksAdmission;
import dev.rota.chunks.Epochs;
import dev.rota.chunks.Network;
import dev.rota.chunks.NetworkRow;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.Shares;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.placement.Share;
import dev.rota.chunks.placement.Worker;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.policy.PolicyCheck;
import dev.rota.engine.Parallel;
import dev.rota.engine.Refused;
import dev.rota.engine.Tables;

/** A hypothetical next epoch of a network, made now and under assumptions. Nothing is written. */
public final class Plan {

    private final Network network;
    private final String name;
    private final long now;

    /** Creates a plan from the network's rows. */
    public Plan(Tables tables, long now) {
        this.network = new Network(tables);
        this.name = tables.unit();
        this.now = now;
    }

    /** Assumes another policy, which redetermines all workers' statuses. */
    public void policy(PlacementPolicy policy) {
        try {
            ChunksAdmission.policy(policy);
        } catch (Refused e) {
            throw new IllegalArgumentException(e.sentence());
        }
        String fault = PolicyCheck.fault(policy);
        if (fault != null) {
            throw new IllegalArgumentException(fault);
        }
        expect(
                policy.getNetwork().equals(name),
                "a policy of network " + name,
                "it is of network " + policy.getNetwork());
        network.suppose(policy);
        for (Worker worker : network.workers().all()) {
            worker.status = worker.statusAt(now, network.policy());
        }
    }

    /** Assumes that a worker has left. */
    public void remove(String worker) {
        Worker known = network.workers().named(worker);
        if (known == null) {
            throw new IllegalArgumentException("expected a worker in the set, but " + worker + " is not in it");
        }
        network.workers().remove(known.id);
    }

    /** Assumes that a worker has this capacity. A new worker counts as online, with an unknown version. */
    public void add(String worker, long capacityBytes) {
        expect(capacityBytes >= 0, "a capacity of at least 0 bytes", "that of " + worker + " is " + capacityBytes);
        WorkerId id = WorkerId.of(worker);
        Worker known = network.workers().withBytesOf(id);
        if (known == null) {
            known = new Worker(id);
            known.status = WorkerState.ONLINE;
            network.workers().add(known);
        }
        expect(
                known.id.text().equals(worker),
                "the id's bytes to be one worker's",
                known.id + " has those of " + worker);
        known.capacityBytes = capacityBytes;
    }

    private static void expect(boolean holds, String expected, String found) {
        if (!holds) {
            throw new IllegalArgumentException("expected " + expected + ", but " + found);
        }
    }

    public PlannedEpoch next(Parallel parallel) {
        Epochs.Result result = Epochs.place(network, parallel);
        NetworkRow row = network.row();
        long number = row.getEpochs() + 1;
        if (result.placed() == null || result.first() == null) {
            return new PlannedEpoch(network, null, result.refusal(name, number, row.getEffectiveFrom()));
        }
        Shares shares = Shares.of(result.placed(), network.published(), parallel);
        long effectiveFrom = Share.saturated(now, network.policy().rules().getEffectiveAfterMs());
        return new PlannedEpoch(
                network, shares, shares.epoch(name, number, effectiveFrom, shares.replication(result.first()), ""));
    }
}
