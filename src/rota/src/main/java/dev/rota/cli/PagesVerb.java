package dev.rota.cli;

import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.cluster.Wires;
import dev.rota.cli.options.Configured;
import dev.rota.cli.options.Domains;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.process.ExitHooks;
import dev.rota.cli.process.Logs;
import dev.rota.engine.Domain;
import dev.rota.engine.Version;
import dev.rota.http.HttpPages;
import dev.rota.http.RemoteInstances;
import dev.rota.http.WaitingHealth;
import dev.rota.pages.Pages;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Serves the operators' pages of a cluster. */
@Command(
        name = "pages",
        mixinStandardHelpOptions = true,
        description = {
            "Shows a cluster's decisions in a browser, until SIGTERM or Ctrl-C.",
            "They show decisions, reasons and evidence: units, timelines, records, explanations, audits.",
            "It only reads the topics and decides nothing: a requested replay never slows a scheduler.",
            "With pages.instances, the addresses of running instances, it also shows their live state.",
            "By default, only this machine can reach the pages: http.host and http.hosts change that.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = "  rota pages --config rota.properties --set http.port=8090")
final class PagesVerb implements Callable<Integer> {

    @Option(names = "--domains", split = ",", paramLabel = "NAME", description = "Only these domains.")
    private List<String> domains = List.of();

    @Mixin
    private Configured configured = new Configured();

    @Override
    public Integer call() throws InterruptedException {
        Settings given = configured.clientSettings();
        // Every user of the pages can read every payload.
        Settings settings =
                given.has(Setting.HTTP_HOST) ? given : given.with(Map.of(Setting.HTTP_HOST.key(), "127.0.0.1"));
        Logs.apply(settings);
        List<Domain> schedulers = Domains.named(domains, settings);
        try (WaitingHealth health = new WaitingHealth(settings, List.of())) {
            Cluster.await(settings, health::waits, cluster -> {
                cluster.require(Role.PAGES, schedulers);
                for (Domain domain : schedulers) {
                    cluster.names(domain).audited().forEach(cluster::requireTopic);
                }
            });
        }
        CountDownLatch ended = new CountDownLatch(1);
        try (ExitHooks ending = new ExitHooks()) {
            ending.add(ended::countDown);
            PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            Gauge.builder("rota.build.info", () -> 1)
                    .description("The build that runs")
                    .tag("version", Version.OF_JAR)
                    .tag("java", Runtime.version().toString())
                    .register(metrics);
            RemoteInstances instances = ending.add(RemoteInstances.of(settings));
            Pages pages = ending.add(
                    new Pages(schedulers, settings, Wires.impatient(settings), instances, System::currentTimeMillis));
            HttpPages server = ending.add(new HttpPages(settings, List.of(), metrics, pages));
            pages.start();
            System.out.println("Pages of "
                    + String.join(", ", schedulers.stream().map(Domain::name).toList()) + " on "
                    + settings.text(Setting.BOOTSTRAP) + ": http://" + Serving.host(settings) + ":" + server.port());
            ended.await();
        }
        return ExitCode.DONE;
    }
}
