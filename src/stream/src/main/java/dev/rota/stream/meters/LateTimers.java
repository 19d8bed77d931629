package dev.rota.stream.meters;

import dev.rota.settings.Names;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Measures how late the timers of this instance's partitions are. */
public final class LateTimers {

    private final Map<Integer, Long> late = new ConcurrentHashMap<>();

    public LateTimers(Names names, MeterRegistry metrics) {
        Gauge.builder(
                        "rota.timers.late.seconds",
                        late,
                        each -> each.values().stream()
                                        .mapToLong(Long::longValue)
                                        .max()
                                        .orElse(0)
                                / 1e3)
                .description("For how long the first timer of a log partition has been due")
                .tag("domain", names.domain().name())
                .register(metrics);
    }

    /** Notes for how many milliseconds a partition's first timer has been due. */
    public void set(int partition, long ms) {
        late.put(partition, ms);
    }

    /** Removes a partition that is no longer decided here. */
    public void revoked(int partition) {
        late.remove(partition);
    }
}
