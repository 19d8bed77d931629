package dev.rota.bench;

import dev.rota.bench.lanes.Workload;
import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.workload.Traffic;
import dev.rota.workload.WorkloadRegistry;
import java.util.Collections;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the state machine of a partition over rows in memory: an event of {@code cores} is decoded, decided, encoded
 * and added to its chain. The creation of the event is included.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 10, time = 1)
@Measurement(iterations = 5, time = 1)
@SuppressWarnings("NullAway.Init") // JMH sets the parameter and calls prepare()
public class PartitionMachineBenchmark {

    @Param({"many-small", "one-large"})
    private String workload;

    private Traffic traffic;
    private Workload.Replay replay;
    private Iterator<Traffic.Fact> batch = Collections.emptyIterator();
    private long batches;

    @Setup
    public void prepare() {
        CoresDomain domain = new CoresDomain();
        traffic = Objects.requireNonNull(WorkloadRegistry.of(domain).byName().get(workload));
        replay = new Workload.Replay(domain);
    }

    @Benchmark
    public int event() {
        while (!batch.hasNext()) {
            batch = traffic.at(batches).iterator();
            batches++;
        }
        return replay.decide(batch.next());
    }
}
