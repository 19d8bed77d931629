package dev.rota.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.rota.bench.LoopRun.Offered;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.http.HttpPages;
import dev.rota.local.LocalBroker;
import dev.rota.local.LocalRegistry;
import dev.rota.pages.Pages;
import dev.rota.serde.RegistryClient;
import dev.rota.serde.Wire;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.DomainRun;
import dev.rota.workload.Loop;
import dev.rota.workload.Workloads;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.apache.kafka.clients.admin.Admin;

/**
 * Measures pages that are asked for while a scheduler of the same process works at half of its load, and what that
 * scheduler loses: it runs alternately with and without readers.
 */
public final class PagesBench {

    /**
     * How much to measure.
     *
     * @param queued work that fits no taker and waits in one unit
     * @param events assignments of the closed loop whose half is the load
     * @param perSecond the load instead of that half; 0: measure it
     * @param rounds with and without readers
     * @param seconds of each
     * @param pagesPerSecond that all readers together ask for
     */
    public record Size(int queued, int events, long perSecond, int rounds, int seconds, int pagesPerSecond) {}

    /** A round of the scheduler, with or without readers. */
    private record Round(Offered offered, double cpuMicros) {}

    /** Waiting work of the closed loop that tells the whole load. */
    private static final int LOOP_WAITING = 10_000;

    private static final int WARM_SECONDS = 10;

    private final Domain domain;
    private final Workloads workloads;
    private final Settings given;
    private final Size size;
    private final ReportPrinter report;

    public PagesBench(Domain domain, Workloads workloads, Settings given, Size size, PrintWriter out) {
        this.domain = domain;
        this.workloads = workloads;
        this.given = given;
        this.size = size;
        this.report = ReportPrinter.to(out);
    }

    public void run() throws InterruptedException, IOException {
        report.sayMachine();
        try (LocalBroker broker = LocalBroker.temporary();
                LocalRegistry registry = LocalRegistry.start(broker.bootstrapServers(), 0);
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            Map<String, String> properties = Map.of("schema.registry.url", registry.url());
            Settings settings = Bench.settings(given, broker, registry, true)
                    .with(Map.of(Setting.HTTP_HOST.key(), "127.0.0.1", Setting.HTTP_PORT.key(), "0"));
            Track track = new Track(domain, settings, RegistryClient.of(properties), admin);
            long half = size.perSecond() > 0 ? size.perSecond() : half(track);
            try (LoopRun run = new LoopRun(track, loop(0), false)) {
                String waiting = run.fillUnfitting(size.queued());
                Round without = round(run, half);
                try (Wire wire = Wire.of(properties)) {
                    pages(run, wire, half, waiting, without);
                }
            }
        }
    }

    /** Half of the load that a closed loop reaches, in assignments a second. */
    private long half(Track track) throws InterruptedException, IOException {
        try (LoopRun run = new LoopRun(track, loop(LOOP_WAITING), true)) {
            double unused = run.fill();
            run.turn(Math.max(1, size.events() / 4));
            double whole = run.measure(size.events()).assignmentsPerSecond();
            report.say("");
            report.say("%,.0f assignments a second in a closed loop", whole);
            return Math.max(1, Math.round(whole / 2));
        }
    }

    private void pages(LoopRun run, Wire wire, long half, @Nullable String waiting, Round alone)
            throws InterruptedException {
        List<DomainRun> schedulers = List.of(run.scheduler());
        Settings settings = run.site().settings();
        try (Pages pages = new Pages(
                        List.of(domain), settings, wire, HttpPages.instances(schedulers), System::currentTimeMillis);
                HttpPages server = new HttpPages(
                        settings, schedulers, new PrometheusMeterRegistry(PrometheusConfig.DEFAULT), pages)) {
            pages.start();
            HttpClient client = HttpClient.newHttpClient();
            String root = "http://localhost:" + server.port();
            // The tail has to catch up, and the compiler to see all pages.
            run.offered(half, WARM_SECONDS);
            Map<String, List<String>> addresses = new PageAddresses(client, root, domain).find(waiting);
            readers(run, client, root, addresses, half, new LinkedHashMap<>());
            List<Round> with = new ArrayList<>();
            List<Round> without = new ArrayList<>();
            Map<String, List<Double>> times = new LinkedHashMap<>();
            for (int round = 0; round < size.rounds(); round++) {
                without.add(round(run, half));
                Map<String, List<String>> fresh = new PageAddresses(client, root, domain).find(waiting);
                with.add(readers(run, client, root, fresh, half, times));
            }
            report(half, waiting, alone, without, with, times);
        }
    }

    private Round readers(
            LoopRun run,
            HttpClient client,
            String root,
            Map<String, List<String>> addresses,
            long half,
            Map<String, List<Double>> times) {
        try (PageReaders readers = new PageReaders(client, root, addresses, size.pagesPerSecond())) {
            readers.start();
            Round round = round(run, half);
            readers.times().forEach((kind, ms) -> {
                List<Double> all = times.computeIfAbsent(kind, its -> new ArrayList<>());
                for (double each : ms) {
                    all.add(each);
                }
            });
            return round;
        }
    }

    private Round round(LoopRun run, long half) {
        long cpu = cpuNs();
        Offered offered = run.offered(half, size.seconds());
        return new Round(offered, (cpuNs() - cpu) / 1e3 / offered.ms().length);
    }

    private static long cpuNs() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private void report(
            long half,
            @Nullable String waiting,
            Round alone,
            List<Round> without,
            List<Round> with,
            Map<String, List<Double>> times) {
        report.say("");
        report.say(
                "%,d assignments a second offered for %d s, %,d more jobs queued in the unit; medians of %d rounds",
                half, size.seconds(), waiting == null ? 0 : size.queued(), size.rounds());
        report.say("  %-26s %14s %10s %10s %18s", "", "assignments/s", "p50 ms", "p99 ms", "CPU µs/assignment");
        row("no pages in the process", List.of(alone));
        row("pages, nobody reads", without);
        row(size.pagesPerSecond() + " pages a second", with);
        report.say(
                "  with readers / without: %.3f of the throughput, %.3f of the processor time",
                median(with, round -> round.offered().perSecond())
                        / median(without, round -> round.offered().perSecond()),
                median(with, Round::cpuMicros) / median(without, Round::cpuMicros));
        report.say("");
        report.say("pages, ms from when one was due to its last byte");
        times.forEach((kind, list) -> {
            double[] ms = list.stream().mapToDouble(Double::doubleValue).toArray();
            report.say(
                    "  %-26s p50 %6.1f   p99 %6.1f   (%d pages)",
                    kind, Figures.quantile(ms, 0.5), Figures.quantile(ms, 0.99), ms.length);
        });
    }

    private void row(String name, List<Round> rounds) {
        report.say(
                "  %-26s %,14.0f %10.1f %10.1f %18.0f",
                name,
                median(rounds, round -> round.offered().perSecond()),
                median(rounds, round -> Figures.quantile(round.offered().ms(), 0.5)),
                median(rounds, round -> Figures.quantile(round.offered().ms(), 0.99)),
                median(rounds, Round::cpuMicros));
    }

    private static double median(List<Round> rounds, ToDoubleFunction<Round> figure) {
        return Figures.quantile(rounds.stream().mapToDouble(figure).toArray(), 0.5);
    }

    private Loop loop(int waiting) {
        return Objects.requireNonNull(workloads.loop(waiting));
    }
}
