package dev.rota.bench;

import dev.rota.bench.cluster.ClusterLane;
import dev.rota.bench.cluster.Outages;
import dev.rota.bench.lanes.BenchCluster;
import dev.rota.bench.lanes.RunTopics;
import dev.rota.bench.lanes.Workload;
import dev.rota.bench.report.Figures;
import dev.rota.bench.report.ReportPrinter;
import dev.rota.engine.Domain;
import dev.rota.local.LocalCluster;
import dev.rota.registry.RegistryServer;
import dev.rota.serde.RegistryClient;
import dev.rota.serde.SchemaRegistry;
import dev.rota.settings.BadSetting;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.workload.WorkloadRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;

/**
 * Measures several instances on three brokers, all processes of this machine: how long units are without decisions when
 * instances and brokers fail or restart, and the throughput of one and two instances.
 */
public final class ClusterBench {

    /**
     * The size of the measurement.
     *
     * @param kills how often each outage is repeated
     * @param parts the parts to measure, by name; empty for all
     * @param events the number of events in each run for throughput
     * @param perSecond the offered rate when latency is measured
     * @param rateSeconds how long that rate is offered
     */
    public record Size(int kills, List<String> parts, int events, long perSecond, int rateSeconds) {}

    /** A part of the benchmark that repeats one outage. Its goal is in seconds. */
    private record Part(String name, String what, double goalSeconds, Repeated outage) {}

    private interface Repeated {
        Outages.Outage on(Outages outages) throws IOException, InterruptedException;
    }

    private static final List<Part> PARTS = List.of(
            new Part("kill", "kill -9 of an instance: until decided elsewhere", 4, Outages::killInstance),
            new Part("freeze", "freeze of an instance: until decided elsewhere", 12, Outages::freezeInstance),
            new Part("stop", "planned stop of an instance: longest gap", 3, Outages::stopInstance),
            new Part("broker", "kill -9 of a broker: until decided again", 10, Outages::killBroker),
            new Part("brokers", "kill -9 of all brokers: after they are back", 10, Outages::killAllBrokers),
            new Part("roll", "rolling restart: longest gap", 3, Outages::rollInstances));

    private static final String THROUGHPUT = "throughput";
    private static final String WORKLOAD = "many-small";
    private static final List<Integer> PARTITIONS = List.of(4, 24);

    private final Domain domain;
    private final Settings given;
    private final Map<String, String> brokers;
    private final Size size;
    private final ReportPrinter report;

    /**
     * @param domain cores, since every block start causes one decision
     * @param given settings of the instances
     * @param brokers settings of the brokers
     */
    public ClusterBench(Domain domain, Settings given, Map<String, String> brokers, Size size, PrintWriter out) {
        this.domain = domain;
        this.given = given;
        this.brokers = brokers;
        this.size = size;
        this.report = ReportPrinter.to(out);
        for (String part : size.parts()) {
            if (!part.equals(THROUGHPUT)
                    && PARTS.stream().noneMatch(known -> known.name().equals(part))) {
                throw new BadSetting("expected a part of the cluster's benchmark (" + names() + "), but there is none"
                        + " named '" + part + "'");
            }
        }
    }

    private static String names() {
        return String.join(", ", PARTS.stream().map(Part::name).toList()) + ", " + THROUGHPUT;
    }

    public void run() throws IOException, InterruptedException {
        report.print(
                "%s; %d processors, load %.1f, Java %s; 3 brokers with 3 replicas, broker session timeout %d ms",
                System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors(),
                load(),
                Runtime.version(),
                LocalCluster.BROKER_SESSION_TIMEOUT_MS);
        try (LocalCluster cluster = LocalCluster.temporary(brokers);
                RegistryServer registry = RegistryServer.local(cluster.bootstrapServers(), 0);
                Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
            Settings settings = settings(cluster, registry);
            SchemaRegistry client = RegistryClient.of(Map.of("schema.registry.url", registry.url()));
            if (measures(THROUGHPUT)) {
                for (int partitions : PARTITIONS) {
                    throughput(partitioned(settings, partitions), client, admin);
                }
            }
            if (PARTS.stream().anyMatch(part -> measures(part.name()))) {
                outages(cluster, partitioned(settings, Outages.PARTITIONS), client, admin);
            }
        }
    }

    private boolean measures(String part) {
        return size.parts().isEmpty() || size.parts().contains(part);
    }

    private void outages(LocalCluster cluster, Settings settings, SchemaRegistry registry, Admin admin)
            throws IOException, InterruptedException {
        try (RunTopics site = new RunTopics(domain, settings, registry, admin);
                Outages outages = new Outages(domain, cluster, site, admin)) {
            report.print("");
            report.print(
                    "outages: three instances, %d units, an event of each every %d ms; seconds",
                    Outages.PARTITIONS, Outages.PERIOD_MS);
            report.print("  %-50s %5s %8s %8s %6s %6s", "", "times", "median", "worst", "goal", "load");
            for (Part part : PARTS) {
                if (measures(part.name())) {
                    measure(part, outages);
                }
            }
            report.print("  frozen instances that exited after the thaw: %d", outages.exitedAfterFreeze());
            report.print("  %s", outages.end());
        }
    }

    private void measure(Part part, Outages outages) throws IOException, InterruptedException {
        double[] seconds = new double[size.kills()];
        Outages.Outage longest = null;
        for (int i = 0; i < seconds.length; i++) {
            Outages.Outage outage = part.outage().on(outages);
            seconds[i] = outage.seconds();
            longest = longest == null || outage.seconds() > longest.seconds() ? outage : longest;
        }
        report.print(
                "  %-50s %5d %8.1f %8.1f %6.0f %6.1f",
                part.what(),
                seconds.length,
                Figures.quantile(seconds, 0.5),
                Figures.quantile(seconds, 1),
                part.goalSeconds(),
                load());
        if (longest != null && !longest.where().isEmpty()) {
            report.print("      the worst: %s", longest.where());
        }
    }

    /** Measures throughput. Each run has new processes, which warm up in the first half of its events. */
    private void throughput(Settings settings, SchemaRegistry registry, Admin admin)
            throws IOException, InterruptedException {
        Workload all = workload(size.events(), false);
        Workload steady = workload((int) (size.perSecond() * size.rateSeconds()), true);
        report.print("");
        report.print(
                "%s on %s partitions: events/s in the second half of %,d; ms to committed output at %d events/s",
                WORKLOAD, settings.text(Setting.PARTITIONS), size.events(), size.perSecond());
        for (int instances = 0; instances <= 2; instances++) {
            int count = instances;
            boolean passThrough = count == 0;
            BenchCluster track = new BenchCluster(
                    domain, settings, registry, admin, site -> new ClusterLane(domain, site, admin, count));
            double eventsPerSecond = track.steadyThroughput(all, passThrough);
            double[] ms = track.latencies(steady, passThrough, size.perSecond());
            report.print(
                    "  %-26s %,10.0f events/s   p50 %6.1f   p99 %6.1f   load %.1f",
                    passThrough ? "pass-through" : count == 1 ? "one instance" : count + " instances",
                    eventsPerSecond,
                    Figures.quantile(ms, 0.5),
                    Figures.quantile(ms, 0.99),
                    load());
        }
    }

    private Workload workload(int events, boolean oneTopic) {
        var traffic = Objects.requireNonNull(
                WorkloadRegistry.of(domain).byName().get(WORKLOAD), "the benchmark of the cluster measures cores");
        return Workload.of(domain, WORKLOAD, traffic, events, oneTopic);
    }

    private Settings settings(LocalCluster cluster, RegistryServer registry) {
        Map<String, String> local = new LinkedHashMap<>(given.under(""));
        local.putIfAbsent(Setting.INSTANCE_ID.key(), "bench");
        local.put(Setting.BOOTSTRAP.key(), cluster.bootstrapServers());
        local.put(Setting.REGISTRY_URL.key(), registry.url());
        return Settings.of(local);
    }

    private static Settings partitioned(Settings settings, int partitions) {
        return settings.with(Map.of(Setting.PARTITIONS.key(), String.valueOf(partitions)));
    }

    private static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }
}
