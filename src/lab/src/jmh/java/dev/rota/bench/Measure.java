package dev.rota.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.bench.keyed.KeyedBench;
import dev.rota.bench.keyed.KeyedCluster;
import dev.rota.bench.keyed.KeyedSystem;
import dev.rota.bench.lanes.BenchCluster;
import dev.rota.bench.network.NetworkSize;
import dev.rota.bench.pool.CopiedShards;
import dev.rota.bench.report.ReportPrinter;
import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.engine.Domain;
import dev.rota.local.Folders;
import dev.rota.local.LocalBroker;
import dev.rota.registry.RegistryServer;
import dev.rota.serde.RegistryClient;
import dev.rota.serde.SchemaRegistry;
import dev.rota.settings.Settings;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.stream.kstreams.StoreReopenings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures parts of the whole path for developers who change them:
 * {@code mvn -Pjmh test -DskipTests -Djmh.main=dev.rota.bench.Measure -Djmh.args="epochs"}.
 */
@Command(name = "measure", mixinStandardHelpOptions = true, showDefaultValues = true)
public final class Measure {

    /** The networks: a production size, and the largest supported one. */
    private static final List<NetworkSize> NETWORKS =
            List.of(new NetworkSize(1_000_000, 2_000, 8, 0.988), new NetworkSize(6_400_000, 2_500, 5, 0.95));

    private final PrintWriter out = new PrintWriter(System.out, true, UTF_8);

    /** Measures something on a track of an embedded broker. */
    private interface Measurement {
        void on(BenchCluster track, Admin admin) throws IOException, InterruptedException;
    }

    /** Measures something on an embedded broker and its registry. */
    private interface Comparison {
        void on(Settings settings, SchemaRegistry registry, Admin admin) throws IOException, InterruptedException;
    }

    public static void main(String[] args) {
        System.exit(new CommandLine(new Measure()).execute(args));
    }

    /** Measures failures of instances and brokers. */
    @Command(mixinStandardHelpOptions = true, showDefaultValues = true)
    void cluster(
            @Option(names = "--kills", defaultValue = "5", description = "How often each fails in each way.") int kills,
            @Option(
                            names = "--parts",
                            split = ",",
                            description = "Only these of kill, freeze, stop, broker, brokers, roll, throughput.")
                    List<String> parts,
            @Option(names = "--events", defaultValue = "60000", description = "Events of a run for throughput.")
                    int events,
            @Option(names = "--rate", defaultValue = "500", description = "Events a second for latency.") long rate,
            @Option(names = "--rate-seconds", defaultValue = "20") int rateSeconds,
            @Option(names = "--set", paramLabel = "KEY=VALUE", description = "A setting of the instances.")
                    Map<String, String> settings,
            @Option(names = "--set-broker", paramLabel = "KEY=VALUE", description = "A setting of the brokers.")
                    Map<String, String> brokers)
            throws IOException, InterruptedException {
        List<String> measured = parts == null ? List.of() : parts;
        ClusterBench.Size size = new ClusterBench.Size(kills, measured, events, rate, rateSeconds);
        new ClusterBench(new CoresDomain(), Settings.of(orNone(settings)), orNone(brokers), size, out).run();
    }

    private static Map<String, String> orNone(Map<String, String> given) {
        return given == null ? Map.of() : given;
    }

    /**
     * Measures transactions for a hundred thousand shards that remember a thousand ids each, and for two thousand of
     * them.
     */
    @Command(mixinStandardHelpOptions = true, showDefaultValues = true)
    void wide(
            @Option(names = "--events", defaultValue = "150000") int events,
            @Option(names = "--rounds", defaultValue = "3") int rounds)
            throws IOException, InterruptedException {
        embedded(
                new CopiedShards(new ShardsDomain()),
                (track, admin) -> new WideBench(events, rounds, ReportPrinter.to(out)).run(track));
    }

    /** Measures what the features of a cohort add to an assignment, in the pure engine. */
    @Command(mixinStandardHelpOptions = true, showDefaultValues = true)
    void features(
            @Option(names = "--queued", defaultValue = "10000", description = "Jobs that wait.") int queued,
            @Option(names = "--assignments", defaultValue = "200000", description = "Of a run.") long assignments,
            @Option(names = "--rounds", defaultValue = "5") int rounds) {
        ReportPrinter report = ReportPrinter.to(out);
        report.printMachine();
        new FeaturesBench(queued, assignments, rounds, report).run();
    }

    /** Measures epochs of large networks, from listings to committed assignments. */
    @Command(mixinStandardHelpOptions = true)
    void epochs() throws IOException, InterruptedException {
        embedded(new ChunksDomain(), (track, admin) -> {
            for (NetworkSize network : NETWORKS) {
                new EpochsBench(track, ReportPrinter.to(out)).run(new EpochActs(network));
            }
        });
    }

    /** Measures an instance with large state that is killed, and started again on the same disk. */
    @Command(mixinStandardHelpOptions = true, showDefaultValues = true)
    void restarts(
            @Option(names = "--domain", description = "jobs, shards or chunks.", required = true) String domain,
            @Option(names = "--size", defaultValue = "1000000", description = "Jobs, shards or chunks.") int size,
            @Option(names = "--kills", defaultValue = "5") int kills,
            @Option(
                            names = "--resident",
                            description = "Make its heap resident from the start, and print the peak of the rest.")
                    boolean resident,
            @Option(names = "--set", paramLabel = "KEY=VALUE", description = "A setting of the instance.")
                    Map<String, String> settings)
            throws IOException, InterruptedException {
        RestartLoads loads = new RestartLoads(size);
        embedded(
                loads.domain(domain),
                orNone(settings),
                (track, admin) -> new RestartsBench(track, admin, kills, resident, ReportPrinter.to(out))
                        .run(() -> loads.of(domain)));
    }

    /**
     * Compares an adopted topic with Confluent's parallel consumer, a share group and a plain consumer group, on one broker.
     */
    @Command(mixinStandardHelpOptions = true, showDefaultValues = true)
    void keyed(
            @Option(names = "--parts", split = ",", description = "Only these of throughput, latency, kill.")
                    List<String> parts,
            @Option(
                            names = "--systems",
                            split = ",",
                            defaultValue = "ROTA,PARALLEL,SHARE,GROUP",
                            description = "Only these of ${COMPLETION-CANDIDATES}.")
                    List<KeyedSystem> systems,
            @Option(names = "--wait", split = ",", defaultValue = "0,1,10", description = "Milliseconds a record.")
                    List<Integer> waitMs,
            @Option(names = "--handlers", split = ",", defaultValue = "8,64,512", description = "Concurrent handlers.")
                    List<Integer> handlers,
            @Option(names = "--rounds", defaultValue = "3") int rounds,
            @Option(
                            names = "--records",
                            defaultValue = "1000000",
                            description = "The maximum number of records of a run.")
                    int records,
            @Option(
                            names = "--seconds",
                            defaultValue = "10",
                            description = "The time for which a run sends records, such that many always wait.")
                    int seconds,
            @Option(names = "--keys", defaultValue = "10000") int keys,
            @Option(names = "--exponent", defaultValue = "1", description = "Of the keys' Zipf distribution.")
                    double exponent,
            @Option(names = "--partitions", defaultValue = "8") int partitions,
            @Option(names = "--rate", defaultValue = "300", description = "Records a second for latency.") long rate,
            @Option(names = "--kill-rate", defaultValue = "500", description = "Records a second for kills.")
                    long killRate,
            @Option(
                            names = "--commit-ms",
                            defaultValue = "5000",
                            description = "How often parallel-consumer and the plain group commit.")
                    int commitMs,
            @Option(
                            names = "--pools",
                            defaultValue = "1",
                            description = "Rota's pools, among which the keys are divided.")
                    int pools,
            @Option(names = "--quantum-ms", defaultValue = "100", description = "Of the pools' policy.") long quantumMs,
            @Option(
                            names = "--set",
                            paramLabel = "KEY=VALUE",
                            description = "A setting of Rota, such as partitions=24 of its log.")
                    Map<String, String> given)
            throws IOException, InterruptedException {
        KeyedBench.Size size = new KeyedBench.Size(
                parts == null ? List.of() : parts,
                systems,
                waitMs,
                handlers,
                rounds,
                records,
                seconds,
                keys,
                exponent,
                partitions,
                rate,
                killRate,
                commitMs,
                pools,
                quantumMs);
        onBroker(
                orNone(given),
                (settings, registry, admin) ->
                        new KeyedBench(new KeyedCluster(settings, registry, admin), size, ReportPrinter.to(out)).run());
    }

    /** Closes and opens a store repeatedly. The memory of the process must stay the same. */
    @Command(mixinStandardHelpOptions = true, showDefaultValues = true)
    void reopen(
            @Option(names = "--times", defaultValue = "200") int times,
            @Option(names = "--rows", defaultValue = "20000") int rows)
            throws IOException {
        Path disk = Files.createTempDirectory("rota-bench");
        ReportPrinter report = ReportPrinter.to(out);
        report.printMachine();
        report.print("  %-10s %12s %10s", "openings", "resident KiB", "heap KiB");
        StoreReopenings store = new StoreReopenings(disk, rows);
        for (int percent : List.of(10, 30, 50, 70, 100)) {
            store.until(times * percent / 100);
            long resident = StoreReopenings.residentKibibytes();
            Runtime heap = Runtime.getRuntime();
            report.print(
                    "  %-10d %,12d %,10d",
                    times * percent / 100, resident, (heap.totalMemory() - heap.freeMemory()) >> 10);
        }
        Folders.delete(disk);
    }

    private void embedded(Domain domain, Measurement measurement) throws IOException, InterruptedException {
        embedded(domain, Map.of(), measurement);
    }

    private void embedded(Domain domain, Map<String, String> given, Measurement measurement)
            throws IOException, InterruptedException {
        onBroker(
                given,
                (settings, registry, admin) ->
                        measurement.on(new BenchCluster(domain, settings, registry, admin), admin));
    }

    private void onBroker(Map<String, String> given, Comparison comparison) throws IOException, InterruptedException {
        ReportPrinter.to(out).printMachine();
        try (LocalBroker broker = LocalBroker.temporary();
                RegistryServer registry = RegistryServer.local(broker.bootstrapServers(), 0);
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            comparison.on(
                    Bench.settings(Settings.of(given), broker, registry, true),
                    RegistryClient.of(Map.of("schema.registry.url", registry.url())),
                    admin);
        }
    }
}
