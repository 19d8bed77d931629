package dev.rota.chunks;

import dev.rota.chunks.placement.EpochChunks;
import dev.rota.chunks.placement.EpochHoldings;
import dev.rota.chunks.placement.KeptCopies;
import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.chunks.placement.Pass;
import dev.rota.chunks.placement.Unplaceable;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Places a network's chunks, in one pass or two: a pure function of chunks, workers and policy, and of the copies in
 * force of datasets that no placement can serve. It publishes nothing.
 */
public final class Epochs {

    /**
     * The result of an epoch.
     *
     * @param reason why nothing was placed; empty if it was
     * @param placed null if nothing was placed
     * @param first the first pass; null if nothing was placed
     * @param unplaceable datasets that were left out, since no placement can serve them
     */
    public record Result(
            EpochStatus status,
            String reason,
            @Nullable EpochHoldings placed,
            @Nullable Pass first,
            List<UnplaceableDataset> unplaceable) {

        private static Result refused(EpochStatus status, String reason) {
            return new Result(status, reason, null, null, List.of());
        }

        /** The record of a refused epoch. */
        public Epoch refusal(String network, long epoch, long effectiveFrom) {
            return new Epoch(
                    network,
                    epoch,
                    status,
                    reason,
                    effectiveFrom,
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
                    "",
                    "",
                    List.of(),
                    0);
        }
    }

    private Epochs() {}

    public static Result place(Network network, Parallel parallel) {
        return place(network, parallel, pass -> {});
    }

    /** Places, and hands out each pass before it runs. */
    public static Result place(Network network, Parallel parallel, Consumer<Pass> comes) {
        List<NetworkWorker> reliable = new ArrayList<>();
        List<NetworkWorker> others = new ArrayList<>();
        List<NetworkWorker> all = new ArrayList<>();
        for (NetworkWorker worker : network.workers().all()) {
            if (worker.capacity(network.policy()) != null) {
                all.add(worker);
                (worker.isReliable() ? reliable : others).add(worker);
            }
        }
        if (all.isEmpty()) {
            return Result.refused(
                    EpochStatus.NO_WORKERS, "expected a worker with a capacity, but the network has none");
        }
        List<NetworkWorker> reliableFirst = new ArrayList<>(reliable);
        reliableFirst.addAll(others);
        EpochChunks load = network.load();
        boolean onePass = network.policy().rules().getIgnoreReliability() || others.isEmpty();
        List<NetworkWorker> counting = onePass ? reliableFirst : reliable;
        Unplaceable unplaceable = Unplaceable.leftOutOf(load, counting, network.policy());
        KeptCopies kept = unplaceable.isEmpty()
                ? KeptCopies.NONE
                : KeptCopies.of(load, all, network.policy(), network.published()::of);
        Pass first = new Pass(load, counting, network.policy(), kept);
        comes.accept(first);
        String obstacle = first.run(onePass ? network.wholePass() : network.reliablePass(), parallel);
        Pass second = null;
        if (obstacle == null && !onePass) {
            second = new Pass(load, reliableFirst, network.policy(), kept);
            comes.accept(second);
            obstacle = second.run(network.wholePass(), parallel);
        }
        if (obstacle != null) {
            return Result.refused(EpochStatus.NOT_ENOUGH_CAPACITY, obstacle);
        }
        EpochHoldings placed = EpochHoldings.of(load, all, first, second, parallel);
        if (!unplaceable.isEmpty()) {
            placed.add(kept);
        }
        return new Result(EpochStatus.PUBLISHED, "", placed, first, unplaceable.records(kept));
    }
}
