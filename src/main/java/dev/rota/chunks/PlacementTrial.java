package dev.rota.chunks;

import dev.rota.engine.Parallel;
import dev.rota.engine.Trial;
import java.util.List;

/** A large network placed cold, and as the next epoch with a hundredth of its chunks new. */
final class PlacementTrial implements Trial {

    private final int chunks;
    private final int workers;
    private final int replicas;
    private final double fill;

    PlacementTrial(int chunks, int workers, int replicas, double fill) {
        this.chunks = chunks;
        this.workers = workers;
        this.replicas = replicas;
        this.fill = fill;
    }

    @Override
    public void run(Watch watch, Parallel parallel) {
        TrialNetwork network = watch.stage("listing", () -> new TrialNetwork(chunks, workers, replicas, fill, 0.999));
        Pass.Memory memory = new Pass.Memory();
        Load before = null;
        for (String when : List.of("cold", "next")) {
            Load last = before;
            Load load = watch.stage(when + ": load", () -> network.load(last));
            Pass pass = network.pass(load);
            watch.stage(when + ": rings and first stops", () -> "" + pass.prepare(memory, parallel));
            watch.stage(when + ": placing", () -> "" + pass.place());
            Placed placed =
                    watch.stage(when + ": lists", () -> Placed.of(load, network.workers(), pass, null, parallel));
            watch.stage(when + ": shares", () -> {
                Share[] shares = new Share[network.workers().size()];
                parallel.run(shares.length, i -> shares[i] = new Share(placed, i, List.of()));
                return shares;
            });
            watch.say(watch.stage(when + ": digest", () -> Digest.of(placed, parallel)));
            load.forgetPredecessor();
            before = load;
            network.grow(chunks / 100);
        }
    }
}
