package dev.rota.chunks;

import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.policy.Policy;
import dev.rota.engine.Key;
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

    void take(WorkerEvent event) {
        if (event.getEvent() instanceof WorkerPing ping) {
            ping(WorkerId.of(event.getWorker()), ping);
            return;
        }
        NetworkWorker worker = workers.named(event.getWorker());
        if (worker == null) {
            step.reject(
                    ChunksReason.WORKER_UNKNOWN,
                    "expected a worker in the set, but " + event.getWorker() + " is not in it");
        } else if (event.getEvent() instanceof WorkerFlagged flag) {
            worker.flagged = flag.getFlagged();
            workers.judge(step, worker, policy, false, false);
        } else if (event.getEvent() instanceof WorkerDraining) {
            drain(worker, true);
        } else if (event.getEvent() instanceof WorkerResumed) {
            drain(worker, false);
        } else {
            workers.leave(step, worker);
        }
    }

    private void drain(NetworkWorker worker, boolean draining) {
        if (worker.draining != draining) {
            worker.draining = draining;
            NetworkWorkers.countWhatIsLeft(worker, draining ? AssignmentInForce.share(step, worker.id) : List.of());
            workers.judge(step, worker, policy, false, false);
        }
    }

    private void ping(WorkerId id, WorkerPing ping) {
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
        if (ping.getConfirmedEpoch() != null) {
            new Confirmations(step).confirm(worker, ping.getConfirmedEpoch(), network.row());
        }
        workers.add(worker);
        NetworkWorkers.heard(step, worker, policy);
        workers.judge(step, worker, policy, known == null, versionChanged);
    }

    /** Judges a worker's silence after its timer has fired. */
    void silent(Key alarm) {
        workers.silent(step, workers.behind(alarm), policy);
    }
}
