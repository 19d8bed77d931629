package dev.rota.cli;

import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.cluster.Wires;
import dev.rota.cli.options.Configured;
import dev.rota.cli.options.Domains;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.cli.process.ExitHooks;
import dev.rota.cli.process.Logs;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.http.WaitingHealth;
import dev.rota.registry.RegistryServer;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.Recovery;
import dev.rota.stream.log.RulesAnnouncement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the schedulers against a cluster. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = "Runs the schedulers against a cluster until SIGTERM or Ctrl-C.",
        footerHeading = "%nExample:%n",
        footer = "  rota run --config rota.properties --domains jobs")
final class RunVerb implements Callable<Integer> {

    private static final Logger LOG = LoggerFactory.getLogger(RunVerb.class);

    /** SIGTERM ends the process within ten seconds; closing gets most of them. */
    private static final Duration STOP_MAX = Duration.ofMillis(9_500);

    @Option(names = "--domains", split = ",", paramLabel = "NAME", description = "Only these domains.")
    private List<String> domains = List.of();

    @Option(names = "--accept-gap", description = "Resume although an input has lost records that were never read.")
    private boolean acceptGap;

    @Option(
            names = "--rebuild",
            description = "Delete the stored rows and rebuild them from the log; outputs are not emitted again.")
    private boolean rebuild;

    @Nullable
    @Option(
            names = "--rules",
            paramLabel = "N",
            description = "Announce in the log that rules N decide from now on; for one domain at a time.")
    private Integer rules;

    @Mixin
    private Configured configured = new Configured();

    @Override
    public Integer call() throws InterruptedException {
        Settings settings = configured.settings();
        Logs.apply(settings);
        List<Domain> schedulers = Domains.named(domains, settings);
        if (rules != null) {
            requireKnown(schedulers, rules);
        }
        try (WaitingHealth health = new WaitingHealth(
                settings, schedulers.stream().map(Domain::name).toList())) {
            Cluster.await(settings, health::waits, cluster -> check(cluster, schedulers, settings));
        }
        String failure;
        try (ExitHooks ending = new ExitHooks(STOP_MAX)) {
            RegistryServer registry =
                    settings.has(Setting.REGISTRY_PORT) ? ending.add(RegistryServer.of(settings)) : null;
            if (rules != null) {
                announce(schedulers.get(0), rules, settings);
            }
            Serving serving = ending.add(new Serving(
                    schedulers, settings, Wires.registry(settings), new Recovery(acceptGap, rebuild), registry, null));
            serving.start();
            System.out.println("Rota runs "
                    + String.join(", ", schedulers.stream().map(Domain::name).toList()) + " on "
                    + settings.text(Setting.BOOTSTRAP) + "; pages on http://" + Serving.host(settings) + ":"
                    + serving.httpPort()
                    + (registry == null ? "" : "; registry on " + registry.url()) + "; process "
                    + ProcessHandle.current().pid());
            failure = serving.await(null);
        }
        if (failure != null) {
            throw new Unusable(failure);
        }
        return ExitCode.DONE;
    }

    private static void announce(Domain domain, int rules, Settings settings) throws InterruptedException {
        try (Cluster cluster = Cluster.of(settings)) {
            new RulesAnnouncement(cluster.names(domain), settings, cluster.admin())
                    .announce(rules, Wires.impatientRegistry(settings));
        }
    }

    private void check(Cluster cluster, List<Domain> schedulers, Settings settings) {
        cluster.require(Role.RUN, schedulers);
        if (settings.has(Setting.REGISTRY_PORT)) {
            cluster.require(Role.REGISTRY, schedulers);
        }
        schedulers.forEach(cluster::requireAuditable);
        schedulers.forEach(cluster::requireTakeover);
        if (domains.isEmpty()) {
            cluster.schedulersNotInstalled()
                    .forEach(name -> LOG.warn(
                            "The cluster has the topics of a scheduler {} that is not on the class path of this process;"
                                    + " only instances that have its jar decide there",
                            name));
        }
    }

    private static void requireKnown(List<Domain> schedulers, int rules) {
        if (schedulers.size() != 1) {
            throw new Unusable("expected one domain with --rules (--domains NAME), but there are " + schedulers.size());
        }
        RulesAnnouncement.requireKnown(schedulers.get(0), rules);
    }
}
