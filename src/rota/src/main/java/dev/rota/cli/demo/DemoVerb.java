package dev.rota.cli.demo;

import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.options.Configured;
import dev.rota.cli.options.Domains;
import dev.rota.cli.options.Unusable;
import dev.rota.cli.process.ExitHooks;
import dev.rota.cli.process.Logs;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Produces the demo's traffic on a cluster. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = {
            "Produces demo traffic until SIGTERM or Ctrl-C, and prints the decisions.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = "  rota demo --config rota.properties --domains jobs")
public final class DemoVerb implements Callable<Integer> {

    private static final long LOOKS_EVERY_MS = 100;

    @Option(names = "--domains", split = ",", paramLabel = "NAME", description = "Only these domains.")
    private List<String> domains = List.of();

    @Mixin
    private Configured configured = new Configured();

    @Override
    public Integer call() throws InterruptedException {
        Settings settings = configured.clientSettings();
        Logs.apply(settings);
        List<Domain> schedulers = Domains.named(domains, settings);
        try (Cluster cluster = Cluster.of(settings)) {
            cluster.require(Role.PRODUCE, schedulers);
            cluster.require(Role.CONSUME, schedulers);
            for (Domain domain : schedulers) {
                var names = cluster.names(domain);
                Stream.concat(names.inputs().stream(), names.outputs().stream()).forEach(cluster::requireTopic);
            }
        }
        BlockingQueue<String> ended = new LinkedBlockingQueue<>();
        try (ExitHooks ending = new ExitHooks()) {
            System.out.println("The demo produces for "
                    + String.join(", ", schedulers.stream().map(Domain::name).toList()) + " on "
                    + settings.text(Setting.BOOTSTRAP) + ". Ctrl-C ends it.");
            Demo.start(schedulers, settings, System.out, ending, ended::add);
            @Nullable String why = null;
            while (why == null) {
                why = ended.poll(LOOKS_EVERY_MS, TimeUnit.MILLISECONDS);
                // the traffic's threads print, and only this one ends the demo when standard output is closed
                System.out.flush();
            }
            throw new Unusable(why);
        }
    }
}
