package dev.rota.cli.audit;

import dev.rota.audit.AuditReport;
import dev.rota.audit.AuditReport.Outcome;
import dev.rota.cli.io.WholeFile;
import dev.rota.engine.Domain;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Writes the results of audits as a file for the textfile collector of Prometheus' node exporter. */
final class AuditMetrics {

    private final PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    /** Replaces the file as a whole, since the collector may read it at any time. */
    static void write(Path file, Map<Domain, AuditReport> reports, long endedMs) {
        AuditMetrics audits = new AuditMetrics();
        audits.gauge("rota.audit.timestamp.seconds", "When the last audit ended", reports, report -> endedMs / 1e3);
        audits.gauge(
                "rota.audit.verified",
                "Whether every decision compared was right",
                reports,
                report -> report.outcome() == Outcome.VERIFIED ? 1 : 0);
        audits.gauge("rota.audit.decisions", "Decisions that were compared and are right", reports, report ->
                (double) report.decisions());
        audits.multiGauge("rota.audit.offset", "Up to which log offset records were verified")
                .register(reports.entrySet().stream()
                        .flatMap(entry -> entry.getValue().partitions().stream()
                                .<Row<?>>map(partition -> Row.of(
                                        of(entry.getKey()).and("partition", String.valueOf(partition.partition())),
                                        partition.to())))
                        .toList());
        // Files.createTempFile would create a file that only its owner can read, and the collector is another user.
        WholeFile.replace(file, ".tmp", part -> Files.writeString(part, audits.metrics.scrape()));
    }

    private void gauge(
            String name, String help, Map<Domain, AuditReport> reports, ToDoubleFunction<AuditReport> value) {
        multiGauge(name, help)
                .register(reports.entrySet().stream()
                        .<Row<?>>map(entry -> Row.of(of(entry.getKey()), value.applyAsDouble(entry.getValue())))
                        .toList());
    }

    private MultiGauge multiGauge(String name, String help) {
        return MultiGauge.builder(name).description(help).register(metrics);
    }

    private static Tags of(Domain domain) {
        return Tags.of("domain", domain.name());
    }
}
