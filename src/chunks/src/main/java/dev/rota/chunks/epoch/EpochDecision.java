package dev.rota.chunks.epoch;

import dev.rota.chunks.Epoch;
import dev.rota.chunks.WeightReplication;
import dev.rota.chunks.assignment.AssignmentInForce;
import dev.rota.chunks.assignment.Confirmations;
import dev.rota.chunks.placement.EpochHoldings;
import dev.rota.chunks.placement.Motion;
import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.chunks.placement.Pass;
import dev.rota.chunks.placement.ReferenceDigest;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.placement.WorkerShare;
import dev.rota.chunks.policy.Policy;
import dev.rota.chunks.routes.EpochRoutes;
import dev.rota.chunks.routes.Routes;
import dev.rota.chunks.tables.Backlog;
import dev.rota.engine.Step;
import java.util.List;

/**
 * Decides an epoch: takes its number, places the chunks, makes the step towards the target, and publishes the
 * assignments, or why there are none. An epoch is decided in one step; assignments that exceed its outputs go to the
 * {@link Backlog}.
 */
public final class EpochDecision {

    private final Step step;
    private final Network network;
    private final Backlog backlog;

    EpochDecision(Step step, Network network) {
        this.step = step;
        this.network = network;
        this.backlog = network.backlog();
    }

    void next(boolean bounded) {
        Epochs.Result result = step.stage("place", () -> Epochs.place(network, bounded, step::parallel));
        EpochHoldings target = result.target();
        EpochHoldings placed = result.placed();
        if (target == null || placed == null || result.first() == null) {
            refuse(result);
        } else {
            publish(target, placed, result.motions(), result.first(), result.moves());
        }
    }

    private void refuse(Epochs.Result result) {
        long epoch = network.row().getEpochs() + 1;
        network.change(step, row -> row.setEpochs(epoch).setRefused(true));
        backlog.publish(step, result.refusal(step.unit(), epoch, network.row().getEffectiveFrom()));
    }

    private void publish(
            EpochHoldings target, EpochHoldings placed, List<Motion> motions, Pass first, Epochs.Moves moves) {
        long epoch = network.row().getEpochs() + 1;
        Policy policy = network.policy();
        AssignmentInForce published = network.published();
        EpochShares shares = step.stage("compare", () -> EpochShares.of(placed, published.all(), step::parallel));
        String digest = step.stage("digest", () -> digest(placed, shares, policy));
        // compared by identity: without drains, limits and kept copies, the placement is the target
        String targetDigest = target == placed
                ? digest
                : digest(target, EpochShares.of(target, published.all(), step::parallel), policy);
        long effectiveFrom = WorkerShare.saturated(step.now(), policy.rules().getEffectiveAfterMs());
        Confirmations confirmations = new Confirmations(step);
        Routes known = network.routes();
        EpochRoutes routes = known == null ? null : new EpochRoutes(step, known);
        for (int i = 0; i < shares.count(); i++) {
            NetworkWorker worker = shares.worker(i);
            WorkerShare share = shares.share(i);
            if (routes != null) {
                routes.follow(worker, share, motions.get(i));
            }
            follow(confirmations, worker, share, epoch);
            for (int part = 0; part < share.rows().size(); part++) {
                backlog.publish(
                        step, share.record(step.unit(), epoch, effectiveFrom, worker.assignmentStatus(policy), part));
            }
            published.replace(step, share);
        }
        for (WorkerId worker : shares.departed()) {
            if (routes != null) {
                routes.depart(worker, network.workers().withBytesOf(worker));
            }
            depart(confirmations, worker);
        }
        long routesForced = routes == null ? 0 : routes.finish();
        network.workers().takePart(step, policy);
        List<WeightReplication> replication = shares.replication(first);
        Epoch record = shares.epoch(
                step.unit(),
                epoch,
                effectiveFrom,
                replication,
                digest,
                targetDigest,
                moves.forcing(routesForced),
                network.workers().confirming());
        network.change(
                step,
                row -> row.setEpochs(epoch)
                        .setPublished(epoch)
                        .setRefused(false)
                        .setPublishedAt(step.now())
                        .setEffectiveFrom(effectiveFrom)
                        .setReplication(replication)
                        .setWeightMultiplier(first.multiplier())
                        .setUnplaced(record.getUnplaced())
                        .setBytesAssigned(shares.bytes()));
        backlog.publish(step, record);
        network.workers().noteWhatIsLeft(step, policy, network::share);
    }

    private String digest(EpochHoldings placed, EpochShares shares, Policy policy) {
        return policy.rules().getReferenceDigest() ? ReferenceDigest.of(placed, step::parallel) : shares.digest();
    }

    private void follow(Confirmations confirmations, NetworkWorker worker, WorkerShare share, long epoch) {
        long missing = worker.missing;
        confirmations.follow(worker, share, network.published().of(worker.id), epoch);
        if (worker.missing != missing) {
            network.workers().write(step, worker);
        }
    }

    /** Removes the share of a worker that has none in this epoch. */
    private void depart(Confirmations confirmations, WorkerId id) {
        network.published().drop(step, id);
        NetworkWorker worker = network.workers().withBytesOf(id);
        if (worker != null && worker.missing > 0) {
            confirmations.forget(id);
            worker.missing = 0;
            network.workers().write(step, worker);
        }
    }
}
