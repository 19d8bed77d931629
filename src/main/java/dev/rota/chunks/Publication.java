package dev.rota.chunks;

import dev.rota.engine.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Takes an epoch's number, places, and says what came of it; what is in force is replaced only by what is whole. */
final class Publication {

    private final Step step;
    private final Network network;

    Publication(Step step, Network network) {
        this.step = step;
        this.network = network;
    }

    void next() {
        Epochs.Result result = Epochs.place(network, step::parallel);
        Placed placed = result.placed();
        if (placed == null || result.first() == null) {
            refuse(result);
        } else {
            publish(placed, result.first());
        }
    }

    private void refuse(Epochs.Result result) {
        NetworkRow row = network.row();
        long epoch = row.getEpochs() + 1;
        network.row(
                step,
                new NetworkRow(
                        row.getNextNumber(),
                        epoch,
                        row.getNextEpoch(),
                        true,
                        row.getPublishedAt(),
                        row.getEffectiveFrom(),
                        row.getReplication()));
        emit(new Epoch(
                step.unit(),
                epoch,
                result.status(),
                result.reason(),
                row.getEffectiveFrom(),
                0,
                0,
                0L,
                0L,
                0L,
                List.of(),
                0L,
                0L,
                0L,
                0L,
                ""));
    }

    private void publish(Placed placed, Pass first) {
        NetworkRow row = network.row();
        long epoch = row.getEpochs() + 1;
        Share[] shares = shares(placed);
        String digest = Digest.of(placed, step::parallel);
        Totals totals = new Totals();
        Policy policy = network.policy();
        Published published = network.published();
        Map<WorkerId, List<AssignmentRow>> departed = new TreeMap<>(published.all());
        for (int i = 0; i < shares.length; i++) {
            Worker worker = placed.workers().get(i);
            Share share = shares[i];
            totals.add(worker, share);
            departed.remove(worker.id);
            for (int part = 0; part < share.rows().size(); part++) {
                step.emit(
                        ChunksDomain.ASSIGNMENTS,
                        worker.id.text(),
                        share.record(step.unit(), epoch, worker.assignmentStatus(policy), part));
            }
            published.replace(step, worker.id, share.rows());
        }
        departed.forEach((worker, rows) -> {
            rows.forEach(held -> totals.removed += held.getCount());
            published.replace(step, worker, List.of());
        });
        long effectiveFrom = Share.saturated(step.now(), policy.rules().getEffectiveAfterMs());
        List<WeightReplication> replication = replication(placed, first);
        network.row(
                step,
                new NetworkRow(
                        row.getNextNumber(), epoch, row.getNextEpoch(), false, step.now(), effectiveFrom, replication));
        emit(new Epoch(
                step.unit(),
                epoch,
                EpochStatus.PUBLISHED,
                "",
                effectiveFrom,
                shares.length,
                totals.reliable,
                (long) placed.load().count,
                (long) placed.load().unplaced,
                totals.replicas,
                replication,
                totals.bytes,
                totals.added,
                totals.removed,
                totals.bytesAdded,
                digest));
    }

    private Share[] shares(Placed placed) {
        Published published = network.published();
        Share[] shares = new Share[placed.workers().size()];
        step.parallel(
                shares.length,
                i -> shares[i] =
                        new Share(placed, i, published.of(placed.workers().get(i).id)));
        return shares;
    }

    private static List<WeightReplication> replication(Placed placed, Pass first) {
        List<WeightReplication> replication = new ArrayList<>();
        first.factors()
                .forEach((weight, planned) -> replication.add(
                        new WeightReplication(weight, planned, placed.achieved().getOrDefault(weight, 0))));
        return replication;
    }

    private void emit(Epoch epoch) {
        step.emit(ChunksDomain.EPOCHS, step.unit(), epoch);
    }

    /** Sums over all workers. */
    private static final class Totals {
        int reliable;
        long replicas;
        long bytes;
        long added;
        long removed;
        long bytesAdded;

        void add(Worker worker, Share share) {
            reliable += worker.isReliable() ? 1 : 0;
            replicas += share.count();
            bytes = Share.saturated(bytes, share.bytes());
            added += share.added();
            removed += share.removed();
            bytesAdded = Share.saturated(bytesAdded, share.bytesAdded());
        }
    }
}
