package dev.rota.chunks.epoch;

import dev.rota.chunks.AssignmentRow;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochStatus;
import dev.rota.chunks.WeightReplication;
import dev.rota.chunks.placement.AssignmentDigest;
import dev.rota.chunks.placement.EpochHoldings;
import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.chunks.placement.Pass;
import dev.rota.chunks.placement.ShareMaker;
import dev.rota.chunks.placement.Unplaceable;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.placement.WorkerShare;
import dev.rota.engine.Parallel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The shares of all workers of an epoch, and their difference to the assignment in force. */
public final class EpochShares {

    private final EpochHoldings placed;
    private final WorkerShare[] shares;
    private final Map<WorkerId, List<AssignmentRow>> departed;
    private int reliable;
    private long replicas;
    private long bytes;
    private long added;
    private long removed;
    private long bytesAdded;

    private EpochShares(EpochHoldings placed, Map<WorkerId, List<AssignmentRow>> inForce, WorkerShare[] shares) {
        this.placed = placed;
        this.shares = shares;
        this.departed = new TreeMap<>(inForce);
    }

    /**
     * Compares holdings with an assignment.
     *
     * @param inForce the rows of the shares in force, by worker
     */
    public static EpochShares of(EpochHoldings placed, Map<WorkerId, List<AssignmentRow>> inForce, Parallel parallel) {
        EpochShares all = new EpochShares(
                placed,
                inForce,
                ShareMaker.shares(placed, worker -> inForce.getOrDefault(worker, List.of()), parallel));
        for (int i = 0; i < all.shares.length; i++) {
            all.add(all.worker(i), all.shares[i]);
        }
        all.departed.values().forEach(rows -> rows.forEach(row -> all.removed += row.getCount()));
        return all;
    }

    private void add(NetworkWorker worker, WorkerShare share) {
        departed.remove(worker.id);
        reliable += worker.isReliable() ? 1 : 0;
        replicas += share.count();
        bytes = WorkerShare.saturated(bytes, share.bytes());
        added += share.added();
        removed += share.removed();
        bytesAdded = WorkerShare.saturated(bytesAdded, share.bytesAdded());
    }

    public int count() {
        return shares.length;
    }

    /** Returns a worker by its number in the order of ids. */
    public NetworkWorker worker(int i) {
        return placed.participant(i);
    }

    public WorkerShare share(int i) {
        return shares[i];
    }

    /** Returns the workers that have a share of the assignment in force and none of this one. */
    public Iterable<WorkerId> departed() {
        return departed.keySet();
    }

    /** Returns the replication factors, planned by the first pass and achieved by all. */
    public List<WeightReplication> replication(Pass first) {
        List<WeightReplication> replication = new ArrayList<>();
        first.factors()
                .forEach((weight, planned) -> replication.add(
                        new WeightReplication(weight, planned, placed.achieved().getOrDefault(weight, 0))));
        return replication;
    }

    /** Returns the digest of all shares, in hex. */
    public String digest() {
        AssignmentDigest digest = new AssignmentDigest();
        for (WorkerShare share : shares) {
            digest.add(share.digest());
        }
        return digest.hex();
    }

    /** Returns the size of all shares. */
    long bytes() {
        return bytes;
    }

    /** Returns the record of the epoch. */
    public Epoch epoch(
            String network,
            long epoch,
            long effectiveFrom,
            List<WeightReplication> replication,
            String digest,
            String targetDigest,
            Epochs.Moves moves,
            int confirming) {
        long lost = Unplaceable.lost(moves.unplaceable());
        return new Epoch(
                network,
                epoch,
                EpochStatus.PUBLISHED,
                "",
                effectiveFrom,
                shares.length,
                reliable,
                placed.load().count - lost,
                placed.load().unplaced + lost,
                replicas,
                replication,
                bytes,
                added,
                removed,
                bytesAdded,
                digest,
                targetDigest,
                moves.unplaceable(),
                moves.draining(),
                moves.copiesWaiting(),
                moves.bytesWaiting(),
                confirming,
                moves.routesForced());
    }
}
