package dev.rota.bench.network;

import dev.rota.chunks.AssignmentRow;
import dev.rota.chunks.placement.EpochChunks;
import dev.rota.chunks.placement.EpochHoldings;
import dev.rota.chunks.placement.Pass;
import dev.rota.chunks.placement.ShareMaker;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.placement.WorkerShare;
import dev.rota.engine.Parallel;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * Measures how evenly a network is loaded, and how much data moves when a worker leaves or joins or chunks are added.
 */
record MovementBench(NetworkSize size) {

    private static final double PER_CENT = 100;

    void run(StageWatch watch, Parallel parallel) {
        SyntheticNetwork network = new SyntheticNetwork(size);
        TreeMap<WorkerId, List<AssignmentRow>> held = new TreeMap<>();
        Pass.Memory memory = new Pass.Memory();
        double mean = (double) size.chunks() * size.replicas() * NetworkSize.CHUNK_BYTES / size.workers();
        place(network, memory, held, parallel, watch, "at first", 0);
        network.leave(size.workers() / 2);
        place(network, memory, held, parallel, watch, "one worker leaves, of whose bytes", mean);
        network.join(size.workers());
        place(network, memory, held, parallel, watch, "one joins, of whose bytes", mean);
        network.grow(size.chunks() / 100);
        int grownChunks = size.chunks() / 100;
        double grown = (double) grownChunks * size.replicas() * NetworkSize.CHUNK_BYTES;
        place(network, memory, held, parallel, watch, "1 % more chunks, of whose bytes", grown);
    }

    /** Places the network and prints the bytes moved, as a multiple of the minimum. */
    private static void place(
            SyntheticNetwork network,
            Pass.Memory memory,
            TreeMap<WorkerId, List<AssignmentRow>> held,
            Parallel parallel,
            StageWatch watch,
            String what,
            double needed) {
        EpochChunks load = network.load();
        Pass pass = network.pass(load);
        String obstacle = pass.run(memory, parallel);
        if (obstacle != null) {
            watch.say(what + ": " + obstacle);
            return;
        }
        EpochHoldings placed = EpochHoldings.of(load, network.workers(), pass, null, parallel);
        List<WorkerShare> shares =
                List.of(ShareMaker.shares(placed, worker -> held.getOrDefault(worker, List.of()), parallel));
        held.clear();
        shares.forEach(share -> held.put(share.worker(), share.rows()));
        double moved = shares.stream().mapToDouble(WorkerShare::bytesAdded).sum();
        watch.say(String.format(
                Locale.ROOT,
                "%s%s: replicas %s, spread of load %.2f %%",
                what,
                needed == 0 ? "" : String.format(Locale.ROOT, " %.2f times as many move", moved / needed),
                pass.factors().values(),
                PER_CENT * spread(shares)));
    }

    /** Returns the standard deviation of the workers' bytes, relative to their mean. */
    private static double spread(List<WorkerShare> shares) {
        double mean = shares.stream().mapToDouble(WorkerShare::bytes).average().orElse(1);
        double variance = shares.stream()
                .mapToDouble(share -> (share.bytes() - mean) * (share.bytes() - mean))
                .average()
                .orElse(0);
        return Math.sqrt(variance) / mean;
    }
}
