package dev.rota.chunks.epoch;

import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochStatus;
import dev.rota.chunks.UnplaceableDataset;
import dev.rota.chunks.placement.EpochChunks;
import dev.rota.chunks.placement.EpochHoldings;
import dev.rota.chunks.placement.KeptCopies;
import dev.rota.chunks.placement.Motion;
import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.chunks.placement.NextHoldings;
import dev.rota.chunks.placement.Pass;
import dev.rota.chunks.placement.Unplaceable;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Places a network's chunks, in one or two passes: a pure function of chunks, workers and policy, and of the copies in
 * force of datasets that no placement can serve. Then makes the step towards that placement. Publishes nothing.
 */
public final class Epochs {

    /**
     * The result of an epoch.
     *
     * @param reason why nothing was placed; empty if something was
     * @param target the placement of the passes, or null if nothing was placed
     * @param placed the placement that is published on the way to the target, or null if nothing was placed
     * @param motions what happens to the workers' extra copies, by their number in {@code placed}; empty without routes
     * @param first the first pass, or null if nothing was placed
     * @param moves the other results of the step from the assignment in force
     */
    public record Result(
            EpochStatus status,
            String reason,
            @Nullable EpochHoldings target,
            @Nullable EpochHoldings placed,
            List<Motion> motions,
            @Nullable Pass first,
            Moves moves) {

        private static Result refused(EpochStatus status, String reason) {
            return new Result(status, reason, null, null, List.of(), null, Moves.NONE);
        }

        /** Returns the record of a refused epoch. */
        public Epoch refusal(String network, long epoch, long effectiveFrom) {
            return Epoch.newBuilder()
                    .setNetwork(network)
                    .setEpoch(epoch)
                    .setStatus(status)
                    .setReason(reason)
                    .setEffectiveFrom(effectiveFrom)
                    .setWorkers(0)
                    .setReliable(0)
                    .setChunks(0)
                    .setUnplaced(0)
                    .setReplicas(0)
                    .setReplication(List.of())
                    .setBytesAssigned(0)
                    .setReplicasAdded(0)
                    .setReplicasRemoved(0)
                    .setBytesAdded(0)
                    .setDigest("")
                    .build();
        }
    }

    /**
     * The chunks that an epoch does not place, or not yet.
     *
     * @param unplaceable datasets that no placement can serve
     * @param draining the number of workers that are drained
     */
    public record Moves(
            List<UnplaceableDataset> unplaceable,
            int draining,
            long copiesWaiting,
            long bytesWaiting,
            long routesForced) {

        static final Moves NONE = new Moves(List.of(), 0, 0, 0, 0);

        /** Returns these with the number of copies that are taken although readers may still use them. */
        Moves forcing(long copies) {
            return new Moves(unplaceable, draining, copiesWaiting, bytesWaiting, copies);
        }
    }

    private Epochs() {}

    /**
     * Places the chunks.
     *
     * @param bounded whether the policy's limit on moves applies
     */
    public static Result place(EpochInput network, boolean bounded, Parallel parallel) {
        return place(network, bounded, parallel, pass -> {});
    }

    /** Places the chunks, and passes each pass to a consumer before it runs. */
    public static Result place(EpochInput network, boolean bounded, Parallel parallel, Consumer<Pass> comes) {
        List<NetworkWorker> all = new ArrayList<>();
        List<NetworkWorker> reliable = new ArrayList<>();
        List<NetworkWorker> unreliable = new ArrayList<>();
        for (NetworkWorker worker : network.members()) {
            if (worker.capacity(network.policy()) != null) {
                all.add(worker);
                if (!worker.draining) {
                    (worker.isReliable() ? reliable : unreliable).add(worker);
                }
            }
        }
        if (reliable.isEmpty() && unreliable.isEmpty()) {
            return Result.refused(
                    EpochStatus.NO_WORKERS,
                    all.isEmpty()
                            ? "expected a worker with a capacity, but the network has none"
                            : "expected a worker that is not drained, but all " + all.size() + " are");
        }
        List<NetworkWorker> reliableFirst = new ArrayList<>(reliable);
        reliableFirst.addAll(unreliable);
        EpochChunks load = network.load();
        boolean onePass = network.policy().rules().getIgnoreReliability() || unreliable.isEmpty();
        List<NetworkWorker> counting = onePass ? reliableFirst : reliable;
        Unplaceable unplaceable = Unplaceable.leftOutOf(load, counting, network.policy());
        KeptCopies kept =
                unplaceable.isEmpty() ? KeptCopies.NONE : KeptCopies.of(load, all, network.policy(), network::share);
        Pass first = new Pass(load, counting, network.policy(), kept);
        comes.accept(first);
        String obstacle = first.run(onePass ? network.wholePass : network.reliablePass, parallel);
        Pass second = null;
        if (obstacle == null && !onePass) {
            second = new Pass(load, reliableFirst, network.policy(), kept);
            comes.accept(second);
            obstacle = second.run(network.wholePass, parallel);
        }
        if (obstacle != null) {
            return Result.refused(EpochStatus.NOT_ENOUGH_CAPACITY, obstacle);
        }
        List<NetworkWorker> placing =
                all.stream().filter(worker -> !worker.draining).toList();
        EpochHoldings target = EpochHoldings.of(load, placing, first, second, parallel);
        Long bytesMax = bounded ? network.policy().rules().getMoveBytesMax() : null;
        NextHoldings.Next next = bytesMax == null
                        && placing.size() == all.size()
                        && !network.policy().hasRoutes()
                ? new NextHoldings.Next(target, List.of(), 0, 0)
                : NextHoldings.of(target, all, network.policy(), kept, network, bytesMax, parallel);
        EpochHoldings placed =
                unplaceable.isEmpty() ? next.holdings() : next.holdings().with(kept);
        Moves moves = new Moves(
                unplaceable.records(kept), all.size() - placing.size(), next.copiesWaiting(), next.bytesWaiting(), 0);
        return new Result(EpochStatus.PUBLISHED, "", target, placed, next.motions(), first, moves);
    }
}
