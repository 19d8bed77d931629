package dev.rota.workload.chunks;

import dev.rota.engine.Domain;
import dev.rota.workload.Traffic;
import dev.rota.workload.Trial;
import dev.rota.workload.Workloads;
import dev.rota.workload.whatif.PartyModel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The workloads of {@code chunks}: its epochs are so large that each is measured individually. */
public final class ChunksWorkloads implements Workloads {

    /** The networks to place: a production size, and the largest supported one. */
    private static final List<TrialSize> SIZES =
            List.of(new TrialSize(1_000_000, 2_000, 8, 0.988), new TrialSize(6_400_000, 2_500, 5, 0.95));

    private static final double[] FILLS = {0.988, 0.971, 0.90};

    @Override
    public String domain() {
        return "chunks";
    }

    @Override
    public Traffic demo(Domain configured) {
        return new DemoNetwork();
    }

    @Override
    public PartyModel parties() {
        return new ChunksModel();
    }

    @Override
    public Map<String, Trial> trials() {
        Map<String, Trial> trials = new LinkedHashMap<>();
        for (TrialSize size : SIZES) {
            trials.put("placement: " + size, new PlacementTrial(size));
        }
        for (double fill : FILLS) {
            TrialSize size = new TrialSize(1_000_000, 2_000, 8, fill);
            trials.put("movement: " + size, new MovementTrial(size));
        }
        return trials;
    }
}
