package dev.rota.stream.meters;

import dev.rota.settings.Names;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;

/** What the stream threads of a scheduler count and measure. */
public record SchedulerMeters(DecisionMeter decisions, CommitMeter commits, UnitGauges units, LateTimers timers) {

    public static SchedulerMeters of(Names names, MeterRegistry metrics) {
        return new SchedulerMeters(
                new DecisionMeter(metrics, names.domain()),
                new CommitMeter(names, metrics, InstantSource.system()),
                new UnitGauges(names.domain(), metrics),
                new LateTimers(names, metrics));
    }

    /** A log partition is no longer decided here. */
    public void revoked(int partition) {
        units.revoked(partition);
        timers.revoked(partition);
    }
}
