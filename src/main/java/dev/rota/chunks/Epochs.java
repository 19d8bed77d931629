package dev.rota.chunks;

import dev.rota.chunks.placement.EpochChunks;
import dev.rota.chunks.placement.EpochHoldings;
import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.chunks.placement.Pass;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Places a network's chunks, in one pass or two: a pure function of chunks, workers and policy. It publishes nothing.
 */
public final class Epochs {

    /**
     * The result of an epoch.
     *
     * @param reason why nothing was placed; empty if it was
     * @param placed null if nothing was placed
     * @param first the first pass; null if nothing was placed
     */
    public record Result(
            EpochStatus status,
            String reason,
            @Nullable EpochHoldings placed,
            @Nullable Pass first) {

        private static Result refused(EpochStatus status, String reason) {
            return new Result(status, reason, null, null);
        }

        /** The record of a refused epoch. */
        public Epoch refusal(String network, long epoch, long effectiveFrom) {
            return new Epoch(
                    network, epoch, status, reason, effectiveFrom, 0, 0, 0L, 0L, 0L, List.of(), 0L, 0L, 0L, 0L, "", "");
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
        Pass first = new Pass(load, onePass ? reliableFirst : reliable, network.policy());
        comes.accept(first);
        String obstacle = first.run(onePass ? network.wholePass() : network.reliablePass(), parallel);
        Pass second = null;
        if (obstacle == null && !onePass) {
            second = new Pass(load, reliableFirst, network.policy());
            comes.accept(second);
            obstacle = second.run(network.wholePass(), parallel);
        }
        return obstacle == null
                ? new Result(EpochStatus.PUBLISHED, "", EpochHoldings.of(load, all, first, second, parallel), first)
                : Result.refused(EpochStatus.NOT_ENOUGH_CAPACITY, obstacle);
    }
}
