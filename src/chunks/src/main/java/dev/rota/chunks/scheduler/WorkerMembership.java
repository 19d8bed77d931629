package dev.rota.chunks.scheduler;

import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.assignment.AssignmentInForce;
import dev.rota.chunks.assignment.Confirmations;
import dev.rota.chunks.epoch.Network;
import dev.rota.chunks.members.NetworkWorkers;
import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.policy.Policy;
import dev.rota.chunks.routes.Routes;
import dev.rota.chunks.tables.ChunksLimits;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import java.util.List;
import java.util.Objects;

/** Handles workers' events: pings, flags, departures, and silence. */
final class WorkerMembership {

    private final Step step;
    private final Network network;
    private final NetworkWorkers workers;
    private final Policy policy;

    WorkerMembership(Step step, Network network) {
        this.step = step;
        this.network = network;
        this.workers = network.workers();
        this.policy = network.policy();
    }

    void flag(String id, boolean flagged) {
        NetworkWorker worker = named(id);
        if (worker != null) {
            worker.flagged = flagged;
            workers.judge(step, worker, policy, false, false);
        }
    }

    void leave(String id) {
        NetworkWorker worker = named(id);
        if (worker != null) {
            workers.leave(step, worker);
        }
    }

    /** Returns the worker of an event; rejects the event and returns null if it is not in the set. */
    private @Nullable NetworkWorker named(String id) {
        NetworkWorker worker = workers.named(id);
        if (worker == null) {
            step.reject(ChunksReason.WORKER_UNKNOWN, "expected a worker in the set, but " + id + " is not in it");
        }
        return worker;
    }

    void drain(String id, boolean draining) {
        NetworkWorker worker = named(id);
        if (worker != null && worker.draining != draining) {
            worker.draining = draining;
            NetworkWorkers.countWhatIsLeft(worker, draining ? AssignmentInForce.share(step, worker.id) : List.of());
            workers.judge(step, worker, policy, false, false);
        }
    }

    void ping(WorkerId id, WorkerPing ping) {
        NetworkWorker namesake = workers.withBytesOf(id);
        if (namesake != null && !namesake.id.text().equals(id.text())) {
            step.reject(
                    ChunksReason.PING_INVALID,
                    "expected the id's bytes to be one worker's, but " + namesake.id + " has those of " + id);
            return;
        }
        if (namesake == null && workers.count() >= ChunksLimits.WORKERS_MAX) {
            step.reject(
                    ChunksReason.PING_INVALID,
                    "expected at most " + ChunksLimits.WORKERS_MAX + " workers in a network, but " + id
                            + " would be one more");
            return;
        }
        workers.dismissExpired(step);
        workers.publishBeforeItReturns(step, id);
        register(id, ping);
    }

    private void register(WorkerId id, WorkerPing ping) {
        @Nullable NetworkWorker known = workers.withBytesOf(id);
        NetworkWorker worker = known == null ? new NetworkWorker(id) : known;
        boolean versionChanged = !Objects.equals(worker.version, ping.getVersion());
        worker.version(ping.getVersion());
        worker.capacityBytes = ping.getCapacityBytes();
        worker.storedBytes = ping.getStoredBytes();
        workers.add(worker);
        NetworkWorkers.heard(step, worker, policy);
        workers.judge(step, worker, policy, known == null, versionChanged);
        if (ping.getConfirmedEpoch() != null) {
            Long before = worker.confirmedEpoch;
            // after it is known whether the worker counts
            confirm(worker, ping.getConfirmedEpoch());
            if (!Objects.equals(before, worker.confirmedEpoch)) {
                workers.write(step, worker);
            }
        }
    }

    private void confirm(NetworkWorker worker, long epoch) {
        Confirmations confirmations = new Confirmations(step);
        Routes routes = network.routes();
        if (routes == null) {
            confirmations.confirm(worker, epoch, network.row());
            return;
        }
        int[] before = epoch == 0 ? routes.of(worker) : new int[0];
        int[] confirmed = confirmations.confirm(worker, epoch, network.row());
        if (confirmed.length > 0) {
            routes.confirmed(step, worker, confirmed);
        } else if (epoch == 0) {
            routes.lose(step, worker, before);
        }
    }

    /** Judges a worker's silence after its timer has fired. */
    void silent(WorkerId worker) {
        workers.silent(step, workers.expect(worker), policy);
    }
}
