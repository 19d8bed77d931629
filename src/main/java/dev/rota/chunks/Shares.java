package dev.rota.chunks;

import dev.rota.chunks.placement.Pass;
import dev.rota.chunks.placement.Placed;
import dev.rota.chunks.placement.Share;
import dev.rota.chunks.placement.Worker;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.engine.Parallel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The shares of all workers of an epoch, and the difference to the assignment in force. */
public final class Shares {

    private final Placed placed;
    private final Share[] shares;
    private final Map<WorkerId, List<AssignmentRow>> departed;
    private int reliable;
    private long replicas;
    private long bytes;
    private long added;
    private long removed;
    private long bytesAdded;

    private Shares(Placed placed, Published published) {
        this.placed = placed;
        this.shares = new Share[placed.workers()];
        this.departed = new TreeMap<>(published.all());
    }

    public static Shares of(Placed placed, Published published, Parallel parallel) {
        Shares all = new Shares(placed, published);
        parallel.run(all.shares.length, i -> all.shares[i] = new Share(placed, i, published.of(all.worker(i).id)));
        for (int i = 0; i < all.shares.length; i++) {
            all.add(all.worker(i), all.shares[i]);
        }
        all.departed.values().forEach(rows -> rows.forEach(row -> all.removed += row.getCount()));
        return all;
    }

    private void add(Worker worker, Share share) {
        departed.remove(worker.id);
        reliable += worker.isReliable() ? 1 : 0;
        replicas += share.count();
        bytes = Share.saturated(bytes, share.bytes());
        added += share.added();
        removed += share.removed();
        bytesAdded = Share.saturated(bytesAdded, share.bytesAdded());
    }

    public int count() {
        return shares.length;
    }

    /** In the order of ids. */
    public Worker worker(int i) {
        return placed.participant(i);
    }

    public Share share(int i) {
        return shares[i];
    }

    /** The workers that have a share of the assignment in force and none of this one. */
    Iterable<WorkerId> departed() {
        return departed.keySet();
    }

    /** The factors, planned by the first pass and achieved by all. */
    public List<WeightReplication> replication(Pass first) {
        List<WeightReplication> replication = new ArrayList<>();
        first.factors()
                .forEach((weight, planned) -> replication.add(
                        new WeightReplication(weight, planned, placed.achieved().getOrDefault(weight, 0))));
        return replication;
    }

    public Epoch epoch(
            String network, long epoch, long effectiveFrom, List<WeightReplication> replication, String digest) {
        return new Epoch(
                network,
                epoch,
                EpochStatus.PUBLISHED,
                "",
                effectiveFrom,
                shares.length,
                reliable,
                (long) placed.load().count,
                (long) placed.load().unplaced,
                replicas,
                replication,
                bytes,
                added,
                removed,
                bytesAdded,
                digest);
    }
}
