package dev.rota.cli.bench;

import dev.rota.bench.Bench;
import dev.rota.bench.pool.PoolRun;
import dev.rota.cli.io.Lines;
import dev.rota.cli.options.AddedVerb;
import dev.rota.cli.options.Configured;
import dev.rota.cli.options.Domains;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.engine.Domain;
import dev.rota.settings.Settings;
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

/** Measures a domain on an embedded broker, and a pass-through of the same shape for comparison. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description = {
            "Measures a domain's whole path on an embedded broker.",
            "Also runs a pass-through of the same shape, and the pure engine alone."
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  rota bench cores --workload many-small",
            "  rota bench jobs --queued 1000000 --rounds 1",
            "  rota bench jobs --rounds 0 --rate 1000"
        })
public final class BenchVerb implements AddedVerb, Callable<Integer> {

    @Parameters(showDefaultValue = Visibility.NEVER, paramLabel = "DOMAIN", description = "The scheduler.")
    private String domain = "";

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            showDefaultValue = Visibility.NEVER,
            description = "Only this workload; may be repeated.")
    private List<String> workloads = List.of();

    @Option(names = "--engine-only", description = "Measure the pure engine alone, without a broker.")
    private boolean engineOnly;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Counted runs of each lane, after one to warm up; 0: only the latency at --rate, of workloads"
                    + " from this process's start, by minute.")
    private int rounds = 3;

    @Option(
            names = "--events",
            paramLabel = "N",
            description = "Events of a workload in each run; of a closed loop, assignments.")
    private int events = 60_000;

    @Option(names = "--rate", paramLabel = "N", description = "Events a second when latency is measured.")
    private long rate = 500;

    @Option(names = "--rate-seconds", paramLabel = "N", description = "How long events are sent at that rate.")
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

    @Option(names = "--threads", paramLabel = "N", description = "Threads of each worker.")
    private int threads = 192;

    @Option(
            names = "--work-micros",
            split = ",",
            paramLabel = "N",
            description = "How long a worker computes for one transaction; each value is measured separately.")
    private List<Integer> workMicros = List.of(0, 100, 1_000);

    @Option(
            names = "--lose-disk-after",
            paramLabel = "N",
            description = "Assignments of a closed loop after which the scheduler loses its disk; 0: never.")
    private long loseDiskAfter;

    @Mixin
    private Configured configured = new Configured();

    @Override
    public Integer call() throws IOException, InterruptedException {
        atLeast(engineOnly ? 1 : 0, "--rounds", rounds);
        atLeast(1, "--events", events);
        atLeast(1, "--rate-seconds", rateSeconds);
        atLeast(1, "--engine-events", engineEvents);
        atLeast(1, "--workers", workers);
        atLeast(1, "--threads", threads);
        workMicros.forEach(micros -> atLeast(0, "--work-micros", micros));
        Settings settings = configured.settings();
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
                                    new PoolRun.PoolSize(workers, threads),
                                    workMicros,
                                    loseDiskAfter),
                            out)
                    .run();
        }
        return ExitCode.DONE;
    }

    private static void atLeast(long min, String option, long given) {
        if (given < min) {
            throw new Unusable("expected " + option + " to be at least " + min + ", but it is " + given);
        }
    }
}
