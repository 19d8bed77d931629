package dev.rota.stream;

import dev.rota.stream.attendance.AttendedPartitions;
import dev.rota.stream.kstreams.Restoring;
import dev.rota.stream.partition.Standings;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.apache.kafka.streams.KafkaStreams;

/** The gauges of a scheduler's parts; each is read when Prometheus asks. */
final class SchedulerGauges {

    private final String domain;
    private final MeterRegistry metrics;

    SchedulerGauges(String domain, MeterRegistry metrics) {
        this.domain = domain;
        this.metrics = metrics;
    }

    SchedulerGauges ownership(Supplier<Ownership> ownership) {
        role("decides", ownership, Ownership::decides);
        role("restores", ownership, Ownership::restores);
        role("stands-by", ownership, Ownership::standsBy);
        return this;
    }

    private void role(String role, Supplier<Ownership> ownership, Function<Ownership, List<Integer>> which) {
        Gauge.builder("rota.log.partitions", ownership, now ->
                        (double) which.apply(now.get()).size())
                .description("Log partitions of this instance, by what it does for them")
                .tag("domain", domain)
                .tag("role", role)
                .strongReference(true)
                .register(metrics);
    }

    SchedulerGauges standings(Standings standings) {
        gauge(
                "rota.log.partitions.halted",
                "Log partitions of this instance that wait for a person",
                standings,
                Standings::halted);
        return this;
    }

    SchedulerGauges restoring(Restoring restoring) {
        gauge(
                "rota.restore.rows.left",
                "Rows that this instance still has to restore before it decides",
                restoring,
                Restoring::rowsLeft);
        return this;
    }

    SchedulerGauges attended(AttendedPartitions attended) {
        gauge(
                "rota.timeouts.suspended.seconds",
                "For how long silence has not counted in the log partition where it is longest",
                attended,
                AttendedPartitions::suspendedSeconds);
        return this;
    }

    SchedulerGauges state(KafkaStreams streams) {
        gauge(
                "rota.state.rows",
                "Rows in the stores of this instance, standbys included, as RocksDB estimates them",
                streams,
                of -> sum(of, "estimate-num-keys"));
        gauge(
                "rota.state.bytes",
                "Bytes of the stores of this instance on disk, standbys included",
                streams,
                of -> sum(of, "total-sst-files-size"));
        return this;
    }

    /** Returns the sum of one of RocksDB's properties over all stores. */
    private static double sum(KafkaStreams streams, String property) {
        return streams.metrics().values().stream()
                .filter(metric -> metric.metricName().name().equals(property))
                .mapToDouble(metric -> ((Number) metric.metricValue()).doubleValue())
                .sum();
    }

    private <T> void gauge(String name, String help, T of, ToDoubleFunction<T> value) {
        Gauge.builder(name, of, value)
                .description(help)
                .tag("domain", domain)
                .strongReference(true)
                .register(metrics);
    }
}
