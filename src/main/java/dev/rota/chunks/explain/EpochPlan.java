package dev.rota.chunks.explain;

import dev.rota.chunks.ChunksAdmission;
import dev.rota.chunks.EpochShares;
import dev.rota.chunks.Epochs;
import dev.rota.chunks.Network;
import dev.rota.chunks.NetworkRow;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.placement.WorkerShare;
import dev.rota.chunks.policy.PolicyCheck;
import dev.rota.engine.Parallel;
import dev.rota.engine.RefusedException;
import dev.rota.engine.Tables;

/** A hypothetical next epoch of a network, made now and under assumptions. Nothing is written. */
public final class EpochPlan {

    private final Network network;
    private final String name;
    private final long now;

    /** Creates a plan from the network's rows. */
    public EpochPlan(Tables tables, long now) {
        this.network = new Network(tables);
        this.name = tables.unit();
        this.now = now;
    }

    /** Assumes another policy, which redetermines all workers' statuses. */
    public void policy(PlacementPolicy policy) {
        try {
            ChunksAdmission.policy(policy);
        } catch (RefusedException e) {
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
        for (NetworkWorker worker : network.workers().all()) {
            worker.status = worker.statusUnder(network.policy());
        }
    }

    /** Assumes that a worker has left. */
    public void remove(String worker) {
        NetworkWorker known = network.workers().named(worker);
        if (known == null) {
            throw new IllegalArgumentException("expected a worker in the set, but " + worker + " is not in it");
        }
        network.workers().remove(known.id);
    }

    /** Assumes that a worker has this capacity. A new worker counts as online, with an unknown version. */
    public void add(String worker, long capacityBytes) {
        expect(capacityBytes >= 0, "a capacity of at least 0 bytes", "that of " + worker + " is " + capacityBytes);
        WorkerId id = WorkerId.of(worker);
        NetworkWorker known = network.workers().withBytesOf(id);
        if (known == null) {
            known = new NetworkWorker(id);
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

    public PlanResult next(Parallel parallel) {
        Epochs.Result result = Epochs.place(network, parallel);
        NetworkRow row = network.row();
        long number = row.getEpochs() + 1;
        if (result.placed() == null || result.first() == null) {
            return new PlanResult(network, null, result.refusal(name, number, row.getEffectiveFrom()));
        }
        EpochShares shares = EpochShares.of(result.placed(), network.published(), parallel);
        long effectiveFrom = WorkerShare.saturated(now, network.policy().rules().getEffectiveAfterMs());
        return new PlanResult(
                network,
                shares,
                shares.epoch(
                        name,
                        number,
                        effectiveFrom,
                        shares.replication(result.first()),
                        "",
                        result.unplaceable(),
                        network.workers().confirming()));
    }
}
