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
import java.util.List;

/** Writes an audit's result as a file for the textfile collector of Prometheus' node exporter. */
final class AuditMetrics {

    private final PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Tags domain;

    private AuditMetrics(Domain domain) {
        this.domain = Tags.of("domain", domain.name());
    }

    /** Replaces the file as a whole, since the collector may read it at any time. */
    static void write(Path file, Domain domain, AuditReport report, long endedMs) {
        AuditMetrics audit = new AuditMetrics(domain);
        audit.gauge("rota.audit.timestamp.seconds", "When the last audit ended", endedMs / 1e3);
        audit.gauge(
                "rota.audit.verified",
                "Whether every decision compared was right",
                report.outcome() == Outcome.VERIFIED ? 1 : 0);
        audit.gauge("rota.audit.decisions", "Decisions that were compared and are right", (double) report.decisions());
        MultiGauge offsets = MultiGauge.builder("rota.audit.offset")
                .description("Up to which log offset records were verified")
                .tags(audit.domain)
                .register(audit.metrics);
        offsets.register(report.partitions().stream()
                .<Row<?>>map(partition ->
                        Row.of(Tags.of("partition", String.valueOf(partition.partition())), partition.to()))
                .toList());
        // Files.createTempFile would create a file that only its owner can read, and the collector is another user.
        WholeFile.replace(file, ".tmp", part -> Files.writeString(part, audit.metrics.scrape()));
    }

    private void gauge(String name, String help, double value) {
        MultiGauge.builder(name).description(help).register(metrics).register(List.of(Row.of(domain, value)));
    }
}
