package dev.rota.chunks.explain;

import dev.rota.chunks.AssignmentRow;
import dev.rota.chunks.NetworkRow;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.placement.WorkerShare;
import dev.rota.chunks.policy.PolicyCheck;
import dev.rota.chunks.scheduler.ChunksAdmission;
import dev.rota.chunks.scheduler.EpochShares;
import dev.rota.chunks.scheduler.Epochs;
import dev.rota.chunks.scheduler.Network;
import dev.rota.chunks.scheduler.Routes;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.RefusedException;
import dev.rota.engine.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A hypothetical next epoch of a network, made now and under assumptions. Nothing is written. */
final class EpochPlan {

    /** The maximum number of epochs that are predicted. */
    static final int EPOCHS_MAX = 1_000;

    private final Network network;
    private final String name;
    private final long now;
    private final List<WorkerId> drained = new ArrayList<>();

    /** The copies that the last planned epoch leaves on its way out, by worker; only with routes. */
    private final Map<WorkerId, int[]> extras = new TreeMap<>();

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

    /** Assumes that a worker is being drained. */
    public void drain(String worker) {
        NetworkWorker known = network.workers().named(worker);
        if (known == null) {
            throw new IllegalArgumentException("expected a worker in the set, but " + worker + " is not in it");
        }
        known.draining = true;
        known.status = WorkerState.DRAINING;
        drained.add(known.id);
    }

    private static void expect(boolean holds, String expected, String found) {
        if (!holds) {
            throw new IllegalArgumentException("expected " + expected + ", but " + found);
        }
    }

    /** Returns the next epoch. */
    public PlanResult next(Parallel parallel) {
        NetworkRow row = network.row();
        return epoch(row.getEpochs() + 1, parallel);
    }

    private PlanResult epoch(long number, Parallel parallel) {
        Epochs.Result result = Epochs.place(network, true, parallel);
        if (result.placed() == null || result.first() == null) {
            return new PlanResult(
                    network, null, result.refusal(name, number, network.row().getEffectiveFrom()));
        }
        EpochShares shares = EpochShares.of(result.placed(), network.published(), parallel);
        extras.clear();
        long routesForced = 0;
        Routes routes = result.motions().isEmpty() ? null : network.routes();
        for (int i = 0; i < shares.count() && routes != null; i++) {
            extras.put(shares.worker(i).id, result.motions().get(i).extra());
            routesForced += routes.taken(shares.worker(i), shares.share(i).numbers());
        }
        if (routes != null) {
            for (WorkerId departed : shares.departed()) {
                NetworkWorker worker = network.workers().withBytesOf(departed);
                routesForced += worker == null ? 0 : routes.taken(worker, new int[0]);
            }
        }
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
                        "",
                        result.moves().forcing(routesForced),
                        network.workers().confirming()));
    }

    /**
     * Returns up to {@code limit} epochs that it takes to empty the drained workers, in lines. Assumes that nothing else
     * changes, and that all workers confirm each epoch before the next.
     */
    public List<String> drain(int limit, Parallel parallel) {
        Prediction prediction = new Prediction(parallel);
        boolean goesOn = left() > 0;
        while (goesOn && prediction.epochs < limit) {
            PlanResult result = prediction.next();
            goesOn = result != null
                    && left() > 0
                    && result.record().getReplicasAdded() + result.record().getReplicasRemoved() > 0;
        }
        return prediction.ended(left() == 0 ? "drained" : "not drained", left() == 0 ? "" : ", chunks left: " + left());
    }

    /** Returns the next epochs, in lines, under the same assumptions. */
    public List<String> epochs(int count, Parallel parallel) {
        Prediction prediction = new Prediction(parallel);
        boolean goesOn = true;
        while (goesOn && prediction.epochs < count) {
            goesOn = prediction.next() != null;
        }
        return prediction.ended("all", "");
    }

    /** Makes one epoch after the other, each confirmed by all workers before the next. */
    private final class Prediction {

        private final Parallel parallel;
        private final List<String> lines = new ArrayList<>();
        private long number = network.row().getEpochs();
        private long bytes;
        private int epochs;
        private boolean isRefused;

        Prediction(Parallel parallel) {
            this.parallel = parallel;
            lines.add("if all workers confirm each epoch before the next, and nothing else changes:");
            extras.clear();
            Routes routes = network.routes();
            if (routes != null) {
                network.workers().all().forEach(worker -> extras.put(worker.id, routes.moving(worker.id)));
            }
            network.supposeConfirmed(extras);
        }

        /** Makes the next epoch; returns null if it would be refused, and with it all that follow. */
        @Nullable
        PlanResult next() {
            epochs++;
            number++;
            PlanResult result = epoch(number, parallel);
            EpochShares shares = result.shares();
            if (shares == null) {
                isRefused = true;
                lines.add("epoch " + number + " would be refused: "
                        + result.record().getStatus() + ", " + result.record().getReason());
                return null;
            }
            suppose(shares);
            bytes = WorkerShare.saturated(bytes, result.record().getBytesAdded());
            lines.add("epoch " + number + ": bytes moved: " + result.record().getBytesAdded() + ", waiting: "
                    + result.record().getBytesWaiting()
                    + (drained.isEmpty() ? "" : "; chunks left on drained workers: " + left()));
            return result;
        }

        /** Returns all lines. A sum stands at the end unless an epoch would be refused. */
        List<String> ended(String how, String rest) {
            if (!isRefused) {
                lines.add(how + " after epochs: " + epochs + ", bytes moved: " + bytes + rest);
            }
            return lines;
        }
    }

    private void suppose(EpochShares shares) {
        List.copyOf(network.published().all().keySet())
                .forEach(worker -> network.published().suppose(worker, List.of()));
        for (int i = 0; i < shares.count(); i++) {
            network.published().suppose(shares.worker(i).id, shares.share(i).rows());
        }
    }

    private long left() {
        return drained.stream()
                .flatMap(worker -> network.share(worker).stream())
                .mapToLong(AssignmentRow::getCount)
                .sum();
    }
}
