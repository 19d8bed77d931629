package dev.rota.stream.meters;

import dev.rota.engine.Domain;
import dev.rota.engine.PartitionMachine;
import dev.rota.engine.UnitGauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The gauges of this instance's units. A stream thread reads them every few seconds between two records; another thread
 * shows them.
 */
public final class UnitGauges {

    /** A partition's units that are shown, the first by name: Prometheus keeps a series for each and each label. */
    static final int UNITS_MAX = 50;

    private record Reading(UnitGauge gauge, Tags tags, double value) {}

    private final Map<Integer, List<Reading>> read = new ConcurrentHashMap<>();
    private final Map<UnitGauge, Series> gauges = new LinkedHashMap<>();

    public UnitGauges(Domain domain, MeterRegistry metrics) {
        for (UnitGauge gauge : domain.gauges()) {
            gauges.put(
                    gauge,
                    new Series(
                            "rota." + domain.name() + "." + gauge.name().replace('_', '.'),
                            gauge.help(),
                            Tags.empty(),
                            metrics));
        }
    }

    /** Reads a partition's gauges, on its stream thread. */
    public void read(int partition, PartitionMachine machine) {
        if (gauges.isEmpty()) {
            return;
        }
        List<Reading> readings = new ArrayList<>();
        machine.read(UNITS_MAX, unit -> (gauge, value, labels) -> {
            Tags tags = Tags.of("unit", unit);
            for (int i = 0; i < labels.length; i++) {
                tags = tags.and(gauge.labels().get(i), labels[i]);
            }
            readings.add(new Reading(gauge, tags, gauge.isMoment() ? value / 1e3 : (double) value));
        });
        read.put(partition, readings);
    }

    /** The partition is no longer decided here. */
    public void revoked(int partition) {
        read.remove(partition);
    }

    /** Shows what was read last, on another thread. */
    public void show() {
        Map<UnitGauge, Map<Tags, Double>> values = new HashMap<>();
        read.values()
                .forEach(
                        readings -> readings.forEach(one -> values.computeIfAbsent(one.gauge(), none -> new HashMap<>())
                                .put(one.tags(), one.value())));
        gauges.forEach((gauge, series) -> series.set(values.getOrDefault(gauge, Map.of())));
    }
}
