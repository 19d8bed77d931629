package dev.rota.stream.meters;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.stream.Stream;

/** Creates histograms with the same buckets, from delays that people notice to those that page an operator. */
public final class Latencies {

    private static final Duration[] BUCKETS = Stream.of(
                    5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000)
            .map(Duration::ofMillis)
            .toArray(Duration[]::new);

    private Latencies() {}

    public static Timer timer(String name, String help, String domain, MeterRegistry metrics) {
        return Timer.builder(name)
                .description(help)
                .tag("domain", domain)
                .serviceLevelObjectives(BUCKETS)
                .register(metrics);
    }
}
