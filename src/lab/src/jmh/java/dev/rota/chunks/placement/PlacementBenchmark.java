package dev.rota.chunks.placement;

import dev.rota.bench.network.NetworkSize;
import dev.rota.bench.network.SyntheticNetwork;
import dev.rota.engine.Parallel;
import dev.rota.engine.schema.Avro;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificData;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Measures the placement of one epoch on one thread: 50,000 chunks with 5 replicas each on 500 workers. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PlacementBenchmark {

    static {
        // Loads the class that configures Avro, before the first record is built.
        SpecificData unused = Avro.DATA;
    }

    private final SyntheticNetwork network = new SyntheticNetwork(new NetworkSize(50_000, 500, 5, 0.95));
    private final Pass.Memory memory = new Pass.Memory();

    /** Places without a cache. */
    @Benchmark
    public Pass cold() {
        return place(new Pass.Memory());
    }

    /** Places with the rings and first stops of the previous epoch. */
    @Benchmark
    public Pass next() {
        return place(memory);
    }

    private Pass place(Pass.Memory before) {
        Pass pass = network.pass(network.load());
        String obstacle = pass.run(before, Parallel.SEQUENTIAL);
        if (obstacle != null) {
            throw new IllegalStateException(obstacle);
        }
        return pass;
    }
}
