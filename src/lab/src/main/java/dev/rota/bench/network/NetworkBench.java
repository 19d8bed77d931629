package dev.rota.bench.network;

import dev.rota.bench.report.ReportPrinter;
import dev.rota.engine.Parallel;
import dev.rota.engine.machine.ParallelThreads;
import java.util.List;
import java.util.function.BiConsumer;

/** Measures epochs of large networks in memory: they are so large that each is measured individually. */
public final class NetworkBench {

    /** The networks to place: a production size, and the largest supported one. */
    private static final List<NetworkSize> SIZES =
            List.of(new NetworkSize(1_000_000, 2_000, 8, 0.988), new NetworkSize(6_400_000, 2_500, 5, 0.95));

    private static final double[] FILLS = {0.988, 0.971, 0.90};

    private final ReportPrinter out;

    public NetworkBench(ReportPrinter out) {
        this.out = out;
    }

    public void run() {
        for (NetworkSize size : SIZES) {
            measure("placement: " + size, new PlacementBench(size)::run);
        }
        for (double fill : FILLS) {
            NetworkSize size = new NetworkSize(1_000_000, 2_000, 8, fill);
            measure("movement: " + size, new MovementBench(size)::run);
        }
    }

    private void measure(String name, BiConsumer<StageWatch, Parallel> stages) {
        out.print("");
        out.print("%s", name);
        try (ParallelThreads threads = ParallelThreads.onAllProcessors()) {
            stages.accept(new StageWatch(out), threads);
        }
    }
}
