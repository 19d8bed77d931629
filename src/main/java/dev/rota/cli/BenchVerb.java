package dev.rota.cli;

import dev.rota.bench.Bench;
import dev.rota.bench.ClusterBench;
import dev.rota.bench.PagesBench;
import dev.rota.bench.pool.PoolRun;
import dev.rota.cli.io.Lines;
import dev.rota.cli.options.Configured;
import dev.rota.cli.options.Domains;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.cli.process.Logs;
import dev.rota.engine.Domain;
import dev.rota.settings.Settings;
import dev.rota.workload.Extent;
import dev.rota.workload.WorkloadRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures a domain on an embedded broker, beside a pass-through of the same shape. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description = {
            "Measures a domain's whole path on an embedded broker.",
            "Runs a pass-through of the same shape beside it, and the pure engine by itself.",
            "For 'cluster', three brokers and their instances are processes of this machine.",
            "For 'pages', pages are asked for while a scheduler works at half of its load: of one scheduler, or of each in turn."
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  rota bench cores --workload many-small",
            "  rota bench shards --workload wide",
            "  rota bench jobs --queued 1000000 --rounds 1",
            "  rota bench cluster --kills 20 --parts kill,stop",
            "  rota bench pages jobs --queued 1000000",
            "  rota bench pages chunks --chunks 1000000"
        })
final class BenchVerb implements Callable<Integer> {

    private static final String CLUSTER = "cluster";

    /** The domain whose events have one decision each, on state that does not grow. */
    private static final String CLUSTER_DOMAIN = "cores";

    private static final String PAGES = "pages";

    @Parameters(
            index = "0",
            showDefaultValue = Visibility.NEVER,
            paramLabel = "DOMAIN",
            description = "The scheduler; or 'cluster', for instances and brokers that fail; or 'pages'.")
    private String domain = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "OF",
            showDefaultValue = Visibility.NEVER,
            description = "With 'pages': the scheduler whose pages they are; without it, each in turn.")
    private String pagesOf = "";

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            showDefaultValue = Visibility.NEVER,
            description = "Only this workload; may be repeated.")
    private List<String> workloads = List.of();

    @Option(names = "--engine-only", description = "No broker: the pure engine alone.")
    private boolean engineOnly;

    @Option(names = "--rounds", paramLabel = "N", description = "Counted runs of each lane, after one to warm up.")
    private int rounds = 3;

    @Option(
            names = "--events",
            paramLabel = "N",
            description = "Events of a workload in each run; of a closed loop, assignments.")
    private int events = 60_000;

    @Option(names = "--rate", paramLabel = "N", description = "Events a second when latency is measured.")
    private long rate = 500;

    @Option(names = "--rate-seconds", paramLabel = "N", description = "How long that rate is offered.")
    private int rateSeconds = 20;

    @Option(
            names = "--engine-events",
            paramLabel = "N",
            description = "Events for the pure engine; of a closed loop, assignments.")
    private long engineEvents = 400_000;

    @Option(
            names = "--queued",
            paramLabel = "N",
            description = "Work that waits in a closed loop, of a domain whose events follow from its decisions.")
    private int queued = 10_000;

    @Option(names = "--workers", paramLabel = "N", description = "Workers that execute transactions.")
    private int workers = 2;

    @Option(names = "--threads", paramLabel = "N", description = "Threads of each of them.")
    private int threads = 192;

    @Option(
            names = "--work-micros",
            split = ",",
            paramLabel = "N",
            description = "How long a worker computes for one transaction; each value is measured by itself.")
    private List<Integer> workMicros = List.of(0, 100, 1_000);

    @Option(
            names = "--lose-disk-after",
            paramLabel = "N",
            description = "Assignments of a closed loop after which the scheduler loses its disk; 0: it does not.")
    private long loseDiskAfter;

    @Option(
            names = "--kills",
            paramLabel = "N",
            description = "With 'cluster': how often an instance or a broker fails in each way.")
    private int kills = 5;

    @Option(
            names = "--parts",
            split = ",",
            showDefaultValue = Visibility.NEVER,
            paramLabel = "NAME",
            description = "With 'cluster': only these of kill, freeze, stop, broker, brokers, roll, throughput.")
    private List<String> parts = List.of();

    @Option(
            names = "--pages-per-second",
            paramLabel = "N",
            description = "With 'pages': how many all readers together ask for.")
    private int pagesPerSecond = 20;

    @Option(names = "--cores", paramLabel = "N", description = "With 'pages' of cores: the cores of a chain.")
    private int cores = 1_000;

    @Option(names = "--shards", paramLabel = "N", description = "With 'pages' of shards: the shards of a pool.")
    private int shards = 10_000;

    @Option(
            names = "--storage-workers",
            paramLabel = "N",
            description = "With 'pages' of chunks: the network's workers.")
    private int storageWorkers = 2_000;

    @Option(names = "--chunks", paramLabel = "N", description = "With 'pages' of chunks: the network's chunks.")
    private int chunks = 100_000;

    @Mixin
    private Configured configured = new Configured();

    @Override
    public Integer call() throws IOException, InterruptedException {
        atLeast(1, "--rounds", rounds);
        atLeast(1, "--events", events);
        atLeast(1, "--rate-seconds", rateSeconds);
        atLeast(1, "--engine-events", engineEvents);
        atLeast(1, "--workers", workers);
        atLeast(1, "--threads", threads);
        atLeast(1, "--kills", kills);
        atLeast(1, "--pages-per-second", pagesPerSecond);
        atLeast(1, "--cores", cores);
        atLeast(1, "--shards", shards);
        atLeast(1, "--storage-workers", storageWorkers);
        atLeast(1, "--chunks", chunks);
        if (!pagesOf.isEmpty() && !domain.equals(PAGES)) {
            throw new Unusable("expected '" + pagesOf + "' after 'pages' only, but it stands after '" + domain + "'");
        }
        workMicros.forEach(micros -> atLeast(0, "--work-micros", micros));
        Settings settings = configured.settings();
        if (domain.equals(CLUSTER)) {
            return cluster(settings);
        }
        if (domain.equals(PAGES)) {
            return pages(settings);
        }
        Domain scheduler = Domains.named(domain, settings);
        try (PrintWriter out = Lines.out()) {
            new Bench(
                            scheduler,
                            WorkloadRegistry.of(scheduler),
                            settings,
                            new Bench.Size(
                                    workloads,
                                    engineOnly,
                                    rounds,
                                    events,
                                    rate,
                                    rateSeconds,
                                    engineEvents,
                                    queued,
                                    new PoolRun.Crew(workers, threads),
                                    workMicros,
                                    loseDiskAfter),
                            out)
                    .run();
        }
        return ExitCode.DONE;
    }

    private int cluster(Settings settings) throws IOException, InterruptedException {
        Logs.withoutWarningsOfClients();
        try (PrintWriter out = Lines.out()) {
            ClusterBench.Size size = new ClusterBench.Size(kills, parts, events, rate, rateSeconds);
            new ClusterBench(Domains.named(CLUSTER_DOMAIN, settings), settings, size, out).run();
        }
        return ExitCode.DONE;
    }

    private int pages(Settings settings) throws IOException, InterruptedException {
        Extent extent = new Extent(cores, shards, storageWorkers, chunks);
        PagesBench.Size size = new PagesBench.Size(extent, queued, events, 0, rounds, rateSeconds, pagesPerSecond);
        List<Domain> schedulers = Domains.named(pagesOf.isEmpty() ? List.of() : List.of(pagesOf), settings);
        try (PrintWriter out = Lines.out()) {
            for (Domain scheduler : schedulers) {
                new PagesBench(scheduler, WorkloadRegistry.of(scheduler), settings, size, out).run();
            }
        }
        return ExitCode.DONE;
    }

    private static void atLeast(long min, String option, long given) {
        if (given < min) {
            throw new Unusable("expected " + option + " to be at least " + min + ", but it is " + given);
        }
    }
}
