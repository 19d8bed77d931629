package dev.rota.bench.network;

import dev.rota.chunks.AssignmentRow;
import dev.rota.chunks.placement.EpochChunks;
import dev.rota.chunks.placement.EpochHoldings;
import dev.rota.chunks.placement.Pass;
import dev.rota.chunks.placement.ReferenceDigest;
import dev.rota.chunks.placement.ShareMaker;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.placement.WorkerShare;
import dev.rota.engine.Parallel;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** Places a large network cold, and then as the next epoch with 1 % new chunks. */
record PlacementBench(NetworkSize size) {

    void run(StageWatch watch, Parallel parallel) {
        SyntheticNetwork network = watch.stage("chunks listed", () -> new SyntheticNetwork(size));
        Pass.Memory memory = new Pass.Memory();
        TreeMap<WorkerId, List<AssignmentRow>> held = new TreeMap<>();
        for (String when : List.of("cold", "next")) {
            EpochChunks now = watch.stage(when + ": load", network::load);
            Pass pass = network.pass(now);
            watch.stage(when + ": rings and first stops", () -> "" + pass.prepare(memory, parallel));
            watch.stage(when + ": placing", () -> "" + pass.place(parallel));
            EpochHoldings placed = watch.stage(
                    when + ": lists by worker", () -> EpochHoldings.of(now, network.workers(), pass, null, parallel));
            WorkerShare[] shares = watch.stage(
                    when + ": differences and digest",
                    () -> ShareMaker.shares(placed, worker -> held.getOrDefault(worker, List.of()), parallel));
            for (WorkerShare share : shares) {
                held.put(share.worker(), share.rows());
            }
            watch.say(String.format(
                    Locale.ROOT,
                    "%s: factors %s, reference's digest %s",
                    when,
                    pass.factors(),
                    watch.stage(when + ": reference's digest", () -> ReferenceDigest.of(placed, parallel))));
            network.grow(size.chunks() / 100);
        }
    }
}
