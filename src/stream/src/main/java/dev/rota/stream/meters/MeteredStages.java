package dev.rota.stream.meters;

import dev.rota.engine.Parallel;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Measures the stages of long decisions. */
public final class MeteredStages implements Parallel {

    private final Parallel parallel;
    private final String domain;
    private final MeterRegistry metrics;
    private final LongSupplier nanoTime;

    /** @param nanoTime a clock such as {@link System#nanoTime()} */
    public MeteredStages(Parallel parallel, String domain, MeterRegistry metrics, LongSupplier nanoTime) {
        this.parallel = parallel;
        this.domain = domain;
        this.metrics = metrics;
        this.nanoTime = nanoTime;
    }

    @Override
    public void run(int slices, IntConsumer work) {
        parallel.run(slices, work);
    }

    @Override
    public <T> T stage(String name, Supplier<T> work) {
        long start = nanoTime.getAsLong();
        T result = work.get();
        Timer.builder("rota.decision.stage")
                .description("Time that stages of long decisions take")
                .tag("domain", domain)
                .tag("stage", name)
                .register(metrics)
                .record(Duration.ofNanos(nanoTime.getAsLong() - start));
        return result;
    }
}
