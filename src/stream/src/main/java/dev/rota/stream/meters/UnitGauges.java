package dev.rota.stream.meters;

import dev.rota.engine.Domain;
import dev.rota.engine.Times;
import dev.rota.engine.UnitGauge;
import dev.rota.engine.machine.PartitionMachine;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The gauges of this instance's units. A stream thread reads them every few seconds between two records; another thread
 * shows them.
 */
public final class UnitGauges {

    /**
     * The most units of a partition that are shown, first by name: Prometheus keeps a series for each unit and label.
     */
    static final int UNITS_MAX = 50;

    private record Reading(UnitGauge gauge, Tags tags, double value) {}

    private final Map<Integer, List<Reading>> read = new ConcurrentHashMap<>();
    /** Since when the oldest pending work has been waiting, by partition. */
    private final Map<Integer, Long> waiting = new ConcurrentHashMap<>();

    /** The backlogs that were measured last, by partition. */
    private final Map<Integer, Map<String, Long>> backlogs = new ConcurrentHashMap<>();

    /** Further units whose backlog is measured, by partition. */
    private volatile Map<Integer, Set<String>> watched = Map.of();

    /** The backlog from which on a unit is measured until it has less. */
    private volatile long much;

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
        List<Reading> readings = new ArrayList<>();
        long[] since = {Times.NEVER};
        if (!gauges.isEmpty()) {
            machine.reports().gauges(UNITS_MAX, unit -> (gauge, value, labels) -> {
                Tags tags = Tags.of("unit", unit);
                for (int i = 0; i < labels.length; i++) {
                    tags = tags.and(gauge.labels().get(i), labels[i]);
                }
                since[0] = gauge.isWait() ? Math.min(since[0], value) : since[0];
                readings.add(new Reading(gauge, tags, gauge.isMoment() ? value / 1e3 : (double) value));
            });
        }
        read.put(partition, readings);
        waiting.put(partition, since[0]);
    }

    /**
     * Measures the backlogs of a partition's units for intake, on its stream thread. All that matter are measured, unlike
     * the gauges, which are bounded for the sake of those who store them.
     */
    public void measure(int partition, PartitionMachine machine) {
        backlogs.put(partition, machine.reports().backlogs(watched.getOrDefault(partition, Set.of()), much));
    }

    /**
     * Sets the units, by partition, whose backlog is measured in any case, since intake may hold records back for them.
     *
     * @param backlog the backlog from which on any unit is measured until it has less
     */
    public void watch(Map<Integer, Set<String>> units, long backlog) {
        watched = Map.copyOf(units);
        much = backlog;
    }

    /** Returns whether a partition's gauges have been read since it is decided here. */
    public boolean isRead(int partition) {
        return read.containsKey(partition);
    }

    /** Removes a partition that is no longer decided here. */
    public void revoked(int partition) {
        read.remove(partition);
        waiting.remove(partition);
        backlogs.remove(partition);
    }

    /**
     * Returns since when the oldest pending work of the units that are shown has been waiting; {@link Times#NEVER} if
     * nothing waits.
     */
    public long waitingSince() {
        return waiting.values().stream().mapToLong(Long::longValue).min().orElse(Times.NEVER);
    }

    /** Returns the backlogs that were measured last. */
    public Map<String, Long> backlogs() {
        Map<String, Long> all = new HashMap<>();
        backlogs.values().forEach(all::putAll);
        return all;
    }

    /** Publishes the gauges that were read last, on another thread. */
    public void show() {
        Map<UnitGauge, Map<Tags, Double>> values = new HashMap<>();
        read.values()
                .forEach(readings ->
                        readings.forEach(each -> values.computeIfAbsent(each.gauge(), none -> new HashMap<>())
                                .put(each.tags(), each.value())));
        gauges.forEach((gauge, series) -> series.set(values.getOrDefault(gauge, Map.of())));
    }
}
