package dev.rota.stream.meters;

import dev.rota.settings.Names;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;

/** The counters and histograms of a scheduler's stream threads. */
public record SchedulerMeters(DecisionMeter decisions, CommitMeter commits, UnitGauges units, LateTimers timers) {

    public static SchedulerMeters of(Names names, MeterRegistry metrics) {
        return new SchedulerMeters(
                new DecisionMeter(metrics, names.domain()),
                new CommitMeter(names, metrics, InstantSource.system()),
                new UnitGauges(names.domain(), metrics),
                new LateTimers(names, metrics));
    }

    /** Removes a log partition that is no longer decided here. */
    public void revoked(int partition) {
        units.revoked(partition);
        timers.revoked(partition);
    }
}
