package dev.rota.bench;

import dev.rota.bench.lanes.BenchCluster;
import dev.rota.bench.lanes.Workload;
import dev.rota.bench.network.NetworkBench;
import dev.rota.bench.pool.PoolRun;
import dev.rota.bench.report.Figures;
import dev.rota.bench.report.ReportPrinter;
import dev.rota.bench.report.Spread;
import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.engine.Domain;
import dev.rota.local.LocalBroker;
import dev.rota.registry.RegistryServer;
import dev.rota.serde.RegistryClient;
import dev.rota.settings.BadSetting;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.workload.Traffic;
import dev.rota.workload.Workloads;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/**
 * Benchmarks a domain: the whole path and a pass-through alternately, then the latency at a fixed rate, then the pure
 * engine.
 */
public final class Bench {

    /**
     * The extent of a benchmark.
     *
     * @param workloads the names of the workloads to measure; empty for all of the domain's
     * @param engineOnly whether to measure the pure engine alone, without a broker
     * @param rounds the number of runs of each lane; 0 to measure nothing but the latency, of workloads in a fresh process
     * @param events the events of a workload in each run; assignments in a closed loop
     * @param perSecond the rate at which events are offered when latency is measured
     * @param rateSeconds the time for which events are offered at that rate
     * @param engineEvents the events for the pure engine; assignments in a closed loop
     * @param queued the waiting work in a closed loop
     * @param crew the workers that execute transactions
     * @param workMicros the durations of work for one transaction, which are measured separately
     * @param loseDiskAfter the assignments of a closed loop after which the scheduler loses its disk; 0 for never
     */
    public record Size(
            List<String> workloads,
            boolean engineOnly,
            int rounds,
            int events,
            long perSecond,
            int rateSeconds,
            long engineEvents,
            int queued,
            PoolRun.PoolSize crew,
            List<Integer> workMicros,
            long loseDiskAfter) {}

    private static final String COMMIT_INTERVAL_MS = "20";

    /** The name of the workload that measures workers. */
    private static final String EXECUTION = "execution";

    private final Domain domain;
    private final Workloads workloads;
    private final Settings given;
    private final Size size;
    private final ReportPrinter report;

    public Bench(Domain domain, Workloads workloads, Settings given, Size size, PrintWriter out) {
        this.domain = domain;
        this.workloads = workloads;
        this.given = given;
        this.size = size;
        this.report = ReportPrinter.to(out);
    }

    public void run() throws InterruptedException, IOException {
        report.printMachine();
        if (size.workloads().isEmpty() && domain instanceof ChunksDomain) {
            new NetworkBench(report).run();
        }
        if (!size.engineOnly()) {
            wholePath();
        }
        if (size.rounds() == 0) {
            return;
        }
        for (String workload : workloads()) {
            engine(workload, traffic(workload));
        }
        if (loops()) {
            new LoopBench(domain, workloads, size, report).engine();
        }
    }

    /** Returns whether to measure the closed loop. It is omitted if workloads are named. */
    private boolean loops() {
        return size.workloads().isEmpty() && workloads.loop(size.queued()) != null;
    }

    /** Returns whether to measure a part that needs workers. */
    private boolean measures(String part) {
        return domain instanceof ShardsDomain
                && (size.workloads().isEmpty() || size.workloads().contains(part));
    }

    private void wholePath() throws InterruptedException, IOException {
        try (LocalBroker broker = LocalBroker.temporary();
                RegistryServer registry = RegistryServer.local(broker.bootstrapServers(), 0);
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            Map<String, String> properties = Map.of("schema.registry.url", registry.url());
            BenchCluster track = new BenchCluster(
                    domain, settings(given, broker, registry, true), RegistryClient.of(properties), admin);
            if (size.rounds() == 0) {
                for (String workload : workloads()) {
                    latencyByMinute(track, workload);
                }
                if (measures(EXECUTION)) {
                    new ExecutionBench(workloads, size, report).latency(track);
                }
                if (loops()) {
                    new LoopBench(domain, workloads, size, report).latency(track, size.perSecond());
                }
                return;
            }
            BenchCluster unbuffered = new BenchCluster(
                    domain, settings(given, broker, registry, false), RegistryClient.of(properties), admin);
            for (String workload : workloads()) {
                throughput(track, unbuffered, workload);
            }
            for (String workload : workloads()) {
                latency(track, workload);
            }
            if (measures(EXECUTION)) {
                new ExecutionBench(workloads, size, report).run(track);
            }
            if (loops()) {
                LoopBench loop = new LoopBench(domain, workloads, size, report);
                loop.wholePath(track);
                if (size.loseDiskAfter() > 0) {
                    loop.lostDisk(track);
                }
            }
        }
    }

    /**
     * Runs the lanes alternately, so that none has the warmer machine. The first round is a warm-up and is not counted.
     */
    private void throughput(BenchCluster track, BenchCluster unbuffered, String name)
            throws InterruptedException, IOException {
        Workload workload = workload(name, size.events(), false);
        List<Figures> whole = new ArrayList<>();
        List<Figures> pass = new ArrayList<>();
        List<Figures> plain = new ArrayList<>();
        for (int round = 0; round <= size.rounds(); round++) {
            // An audit runs the same code on other rows, and the profile that the compiler collects there slows later
            // rounds.
            boolean isLast = round == size.rounds();
            Figures a = isLast ? track.auditedThroughput(workload) : track.throughput(workload, false);
            Figures b = track.throughput(workload, true);
            Figures c = unbuffered.throughput(workload, false);
            if (round > 0) {
                whole.add(a);
                pass.add(b);
                plain.add(c);
            }
        }
        report.print("");
        report.print("%s: %d events, medians of %d rounds", name, size.events(), size.rounds());
        report.print(
                "  %-26s %12s %12s %10s %12s   %s",
                "", "events/s", "decisions/s", "rows/event", "records/event", "(range)");
        row("whole path", whole);
        row("  without write-back", plain);
        row("pass-through", pass);
        Spread ratio = Spread.ratio(rates(whole), rates(pass));
        report.print("  whole path / pass-through: %.2f %s", ratio.median(), ratio.range(2));
        Figures last = whole.get(whole.size() - 1);
        double audited = last.auditedPerSecond();
        report.print(
                "  audit of it: %,.0f events/s, %.1f times the whole path",
                audited, audited / Figures.median(whole, Figures::eventsPerSecond));
        last.footprint().printPerMillion(report, "events", size.events());
    }

    private void row(String name, List<Figures> runs) {
        Spread rate = Spread.of(rates(runs));
        report.print(
                "  %-26s %,12.0f %,12.0f %10.2f %12.2f   %s",
                name,
                rate.median(),
                Figures.median(runs, Figures::decisionsPerSecond),
                Figures.median(runs, Figures::rowsPerEvent),
                Figures.median(runs, Figures::recordsPerEvent),
                rate.range(0));
    }

    private static List<Double> rates(List<Figures> runs) {
        return runs.stream().map(Figures::eventsPerSecond).toList();
    }

    private void latency(BenchCluster track, String name) throws InterruptedException, IOException {
        Workload workload = steady(name);
        for (boolean passThrough : new boolean[] {false, true, false, true}) {
            double[] ms = seen(track.latencies(workload, passThrough, size.perSecond()));
            report.print(
                    "  %-26s p50 %6.1f   p99 %6.1f   (%d events)",
                    passThrough ? "pass-through" : "whole path",
                    Figures.quantile(ms, 0.5),
                    Figures.quantile(ms, 0.99),
                    ms.length);
        }
    }

    /** Measures a process from its start, whose code is not compiled yet. */
    private void latencyByMinute(BenchCluster track, String name) throws InterruptedException, IOException {
        double[] ms = track.latencies(steady(name), false, size.perSecond());
        int perMinute = (int) (60 * size.perSecond());
        for (int from = 0; from < ms.length; from += perMinute) {
            double[] minute = seen(Arrays.copyOfRange(ms, from, Math.min(ms.length, from + perMinute)));
            report.print(
                    "  minute %2d   p50 %6.1f   p90 %6.1f   p99 %6.1f   p99.9 %6.1f   maximum %6.1f   (%d events)",
                    from / perMinute + 1,
                    Figures.quantile(minute, 0.5),
                    Figures.quantile(minute, 0.9),
                    Figures.quantile(minute, 0.99),
                    Figures.quantile(minute, 0.999),
                    Figures.quantile(minute, 1),
                    minute.length);
        }
    }

    private Workload steady(String name) {
        report.print("");
        report.print(
                "%s: %d events/s offered, commit interval %s ms, ms from offer to committed output",
                name, size.perSecond(), given.under("streams.").getOrDefault("commit.interval.ms", COMMIT_INTERVAL_MS));
        return workload(name, (int) (size.perSecond() * size.rateSeconds()), true);
    }

    /** Returns the times of the events that had an output. */
    private static double[] seen(double[] ms) {
        return Arrays.stream(ms).filter(time -> !Double.isNaN(time)).toArray();
    }

    private void engine(String name, Traffic traffic) {
        EngineBench.Result result = EngineBench.run(domain, traffic, size.engineEvents());
        report.print("");
        report.print(
                "%s: pure engine, %,d events in %.1f s: %,.0f events/s, heap peak %d MiB",
                name, result.events(), result.seconds(), result.eventsPerSecond(), result.heapPeakBytes() >> 20);
    }

    private Workload workload(String name, int events, boolean oneTopic) {
        return Workload.of(domain, name, traffic(name), events, oneTopic);
    }

    private Traffic traffic(String name) {
        Traffic traffic = workloads.byName().get(name);
        if (traffic == null) {
            throw new BadSetting("expected a workload of " + domain.name() + " ("
                    + String.join(", ", workloads.byName().keySet()) + "), but there is none named '" + name + "'");
        }
        return traffic;
    }

    private Collection<String> workloads() {
        List<String> named = new ArrayList<>(size.workloads());
        if (domain instanceof ShardsDomain) {
            named.removeAll(List.of(EXECUTION));
        }
        named.forEach(this::traffic);
        return size.workloads().isEmpty() ? workloads.byName().keySet() : named;
    }

    /** The settings of measured schedulers on an embedded broker. */
    static Settings settings(Settings given, LocalBroker broker, RegistryServer registry, boolean writeBack) {
        Map<String, String> local = new LinkedHashMap<>();
        local.put(Setting.REPLICATION_FACTOR.key(), "1");
        local.put(Setting.PARTITIONS.key(), "4");
        local.put(Setting.MIN_INSYNC_REPLICAS.key(), "1");
        local.put("streams.commit.interval.ms", COMMIT_INTERVAL_MS);
        local.put(Setting.INSTANCE_ID.key(), "bench");
        local.putAll(given.under(""));
        local.put(Setting.BOOTSTRAP.key(), broker.bootstrapServers());
        local.put(Setting.REGISTRY_URL.key(), registry.url());
        local.put(Setting.WRITE_BACK.key(), String.valueOf(writeBack));
        return Settings.of(local);
    }
}
