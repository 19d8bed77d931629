package dev.rota.cli;

import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.cluster.Wires;
import dev.rota.cli.demo.Demo;
import dev.rota.cli.options.Configured;
import dev.rota.cli.options.Domains;
import dev.rota.cli.options.DurationOption;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.LocalPorts;
import dev.rota.cli.options.Unusable;
import dev.rota.cli.process.ExitHooks;
import dev.rota.cli.process.Logs;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.local.Folders;
import dev.rota.local.LocalBroker;
import dev.rota.registry.RegistryServer;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.Recovery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs everything in one process: broker, registry, schedulers, pages, and optionally traffic. */
@Command(
        name = "dev",
        mixinStandardHelpOptions = true,
        description = "Runs broker, registry, schedulers and pages in one process until Ctrl-C.",
        footerHeading = "%nExample:%n",
        footer = {"  rota dev --demo", "  rota dev --data data --port 19092 --registry-port 18081 --http-port 18080"})
final class DevVerb implements Callable<Integer> {

    private static final Logger LOG = LoggerFactory.getLogger(DevVerb.class);

    /** The settings that dev provides itself. */
    private static final List<String> OWN =
            List.of(Setting.BOOTSTRAP.key(), Setting.REGISTRY_URL.key(), "streams.state.dir");

    @Nullable
    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Where all data are kept; by default, a temporary folder that is removed at the end.")
    private Path data;

    @Option(
            names = "--demo",
            description =
                    "Produce demo traffic for each scheduler: relay chains, a build farm, a storage network, ledgers.")
    private boolean demo;

    @Option(
            names = "--adopt",
            paramLabel = "TOPIC",
            description = "Create this topic and adopt it: its records are work for the pool of that name. May be"
                    + " repeated; adopt.TOPIC... settings take precedence.")
    private List<String> adopt = List.of();

    @Option(names = "--domains", split = ",", paramLabel = "NAME", description = "Only these domains.")
    private List<String> domains = List.of();

    @Option(names = "--port", paramLabel = "PORT", description = "Kafka's port (default ${DEFAULT-VALUE}).")
    private int port = LocalPorts.BROKER;

    @Option(
            names = "--registry-port",
            paramLabel = "PORT",
            description = "The schema registry's port (default ${DEFAULT-VALUE}).")
    private int registryPort = LocalPorts.REGISTRY;

    @Nullable
    @Option(
            names = "--http-port",
            paramLabel = "PORT",
            description = "The pages' port (default " + LocalPorts.HTTP + ", or http.port where that is set).")
    private Integer httpPort;

    @Nullable
    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = DurationOption.class,
            description = "End after this long: 30s, 5m. By default, it runs until Ctrl-C.")
    private Duration lasting;

    @Option(names = "--accept-gap", description = "Resume although an input has lost records that were never read.")
    private boolean acceptGap;

    @Mixin
    private Configured configured = new Configured();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Settings set = configured.settings();
        requireNoCluster(set);
        Settings given = LocalAdoption.with(adopt, set);
        // Users who try Rota look at decisions, not at the log lines of the process.
        Logs.apply(given.has(Setting.LOG_LEVEL) ? given : given.with(Map.of(Setting.LOG_LEVEL.key(), "WARN")));
        List<Domain> schedulers = Domains.named(domains, given);
        String failure;
        try (ExitHooks ending = new ExitHooks()) {
            LocalBroker broker = ending.add(data == null ? LocalBroker.temporary(port) : LocalBroker.at(data, port));
            RegistryServer registry = ending.add(RegistryServer.local(broker.bootstrapServers(), registryPort));
            Settings settings = given.with(local(broker, registry, ending));
            try (Cluster cluster = Cluster.of(settings)) {
                for (Domain domain : schedulers) {
                    cluster.createTopics(domain, Duration.ZERO);
                    cluster.requireAuditable(domain);
                    LocalAdoption.announce(domain, settings, cluster.admin());
                }
            }
            Serving serving = ending.add(new Serving(
                    schedulers,
                    settings,
                    Wires.registry(settings),
                    new Recovery(acceptGap, false),
                    registry,
                    Wires.impatient(settings)));
            serving.start();
            print(schedulers, broker, registry, "http://" + Serving.host(settings) + ":" + serving.httpPort());
            if (demo) {
                Demo.start(schedulers, settings, System.out, ending, LOG::warn);
            }
            failure = serving.await(lasting);
        }
        if (failure != null) {
            throw new Unusable(failure);
        }
        return ExitCode.DONE;
    }

    /**
     * Refuses settings that name a cluster: users would take the empty cluster of this process for theirs. Environment
     * variables are meant for the other verbs and have no effect.
     */
    private static void requireNoCluster(Settings given) {
        for (String key : OWN) {
            if (given.isByHand(key)) {
                throw new Unusable("expected no '" + key + "' from --config or --set, but it is there: dev has its own"
                        + " broker and registry, and keeps their data and its state in --data DIR. On a cluster, use"
                        + " 'rota run'");
            }
        }
    }

    /**
     * Returns the settings for one machine. Given settings take precedence, except for the broker, the registry and the
     * folder.
     */
    private Map<String, String> local(LocalBroker broker, RegistryServer registry, ExitHooks ending)
            throws IOException {
        Map<String, String> local = new LinkedHashMap<>();
        local.put(Setting.REPLICATION_FACTOR.key(), "1");
        local.put(Setting.MIN_INSYNC_REPLICAS.key(), "1");
        local.put(Setting.PARTITIONS.key(), "4");
        local.put("streams.commit.interval.ms", "20");
        local.put(Setting.INSTANCE_ID.key(), "dev");
        local.put(Setting.HTTP_HOST.key(), "127.0.0.1");
        local.put(Setting.HTTP_PORT.key(), String.valueOf(LocalPorts.HTTP));
        local.keySet().removeAll(configured.settings().under("").keySet());
        local.put(Setting.BOOTSTRAP.key(), broker.bootstrapServers());
        local.put(Setting.REGISTRY_URL.key(), registry.url());
        if (httpPort != null) {
            local.put(Setting.HTTP_PORT.key(), httpPort.toString());
        }
        local.put("streams.state.dir", stateFolder(ending).toString());
        return local;
    }

    private Path stateFolder(ExitHooks ending) throws IOException {
        if (data != null) {
            return Files.createDirectories(data.resolve("state"));
        }
        Path temporary = Files.createTempDirectory("rota-state");
        ending.add(() -> Folders.delete(temporary));
        return temporary;
    }

    private void print(List<Domain> schedulers, LocalBroker broker, RegistryServer registry, String pages) {
        System.out.println("Rota is up: "
                + String.join(", ", schedulers.stream().map(Domain::name).toList()));
        System.out.println("  Kafka     " + broker.bootstrapServers());
        System.out.println("  registry  " + registry.url());
        System.out.println("  pages     " + pages);
        System.out.println("  data      " + (data == null ? "temporary, removed at the end" : data.toAbsolutePath()));
        System.out.println("  process   " + ProcessHandle.current().pid());
        System.out.println("Ctrl-C ends it.");
    }
}
