package dev.rota.bench;

import dev.rota.bench.lanes.Track;
import dev.rota.bench.loop.LoopRun.Offered;
import dev.rota.bench.pages.LoopLoad;
import dev.rota.bench.pages.OpenLoad;
import dev.rota.bench.pages.PageAddresses;
import dev.rota.bench.pages.PageReaders;
import dev.rota.bench.pages.PagesLoad;
import dev.rota.bench.pages.PagesLoad.Running;
import dev.rota.bench.pages.PoolLoad;
import dev.rota.bench.pool.SteadyRate;
import dev.rota.bench.report.Figures;
import dev.rota.bench.report.ReportPrinter;
import dev.rota.engine.Domain;
import dev.rota.http.HttpPages;
import dev.rota.local.LocalBroker;
import dev.rota.local.LocalRegistry;
import dev.rota.pages.Pages;
import dev.rota.serde.RegistryClient;
import dev.rota.serde.Wire;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.shards.ShardsDomain;
import dev.rota.stream.DomainRun;
import dev.rota.workload.Extent;
import dev.rota.workload.Workloads;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.PrintWriter;
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
     * @param extent how large the units are
     * @param queued work of a closed loop that fits no taker and waits in one unit
     * @param events assignments of the closed loop whose half is the load
     * @param perSecond the load instead of half of what is reached; 0: measure it
     * @param rounds with and without readers
     * @param seconds of each
     * @param pagesPerSecond that all readers together ask for
     */
    public record Size(
            Extent extent, int queued, int events, long perSecond, int rounds, int seconds, int pagesPerSecond) {}

    /** A round of the scheduler, with or without readers. */
    private record Round(Offered offered, double cpuMicros) {}

    /** Before the first pages, at most. */
    private static final int WARM_SECONDS = 10;

    private final Domain domain;
    private final PagesLoad load;
    private final Settings given;
    private final Size size;
    private final ReportPrinter report;
    private int refused;

    public PagesBench(Domain domain, Workloads workloads, Settings given, Size size, PrintWriter out) {
        this.domain = domain;
        this.load = load(domain, workloads, size);
        this.given = given;
        this.size = size;
        this.report = ReportPrinter.to(out);
    }

    private static PagesLoad load(Domain domain, Workloads workloads, Size size) {
        Extent extent = size.extent();
        if (domain instanceof ShardsDomain) {
            return new PoolLoad(extent.shards(), size.seconds());
        }
        if (workloads.loop(0) != null) {
            return new LoopLoad(workloads, size.events(), size.queued());
        }
        return new OpenLoad(() -> Objects.requireNonNull(workloads.open(extent)), size.seconds());
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
            try (Running run = load.start(track)) {
                Round without = round(run, half);
                try (Wire wire = Wire.of(properties)) {
                    pages(run, wire, half, without);
                }
            }
        }
    }

    /** Half of what the scheduler reaches. */
    private long half(Track track) throws InterruptedException, IOException {
        double whole = load.reached(track);
        report.say("");
        report.say("%s: %,.0f %s a second if as many are offered as can be", domain.name(), whole, load.noun());
        return Math.max(1, Math.round(whole / 2));
    }

    private void pages(Running run, Wire wire, long half, Round alone) throws InterruptedException {
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
            run.offered(half, Math.min(WARM_SECONDS, size.seconds()));
            Map<String, List<String>> addresses = new PageAddresses(client, root, domain).find(run.waiting());
            readers(run, client, root, addresses, half, new LinkedHashMap<>());
            List<Round> with = new ArrayList<>();
            List<Round> without = new ArrayList<>();
            Map<String, List<Double>> times = new LinkedHashMap<>();
            for (int round = 0; round < size.rounds(); round++) {
                without.add(round(run, half));
                Map<String, List<String>> fresh = new PageAddresses(client, root, domain).find(run.waiting());
                with.add(readers(run, client, root, fresh, half, times));
            }
            report(half, run.filled(), alone, without, with, times);
        }
    }

    private Round readers(
            Running run,
            HttpClient client,
            String root,
            Map<String, List<String>> addresses,
            long half,
            Map<String, List<Double>> times)
            throws InterruptedException {
        try (PageReaders readers = new PageReaders(client, root, addresses, size.pagesPerSecond())) {
            readers.start();
            Round round = round(run, half);
            refused += readers.refused();
            readers.times().forEach((kind, ms) -> {
                List<Double> all = times.computeIfAbsent(kind, its -> new ArrayList<>());
                for (double each : ms) {
                    all.add(each);
                }
            });
            return round;
        }
    }

    private Round round(Running run, long half) throws InterruptedException {
        long cpu = SteadyRate.processCpu();
        Offered offered = run.offered(half, size.seconds());
        return new Round(offered, (SteadyRate.processCpu() - cpu) / 1e3 / offered.ms().length);
    }

    private void report(
            long half,
            String filled,
            Round alone,
            List<Round> without,
            List<Round> with,
            Map<String, List<Double>> times) {
        report.say("");
        report.say(
                "%s: %,d %s a second offered for %d s, %s; medians of %d rounds",
                domain.name(), half, load.noun(), size.seconds(), filled, size.rounds());
        report.say("  %-26s %14s %10s %10s %18s", "", load.noun() + "/s", "p50 ms", "p99 ms", "CPU µs/each");
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
        if (refused > 0) {
            report.say("  refused, for more were asked for than can be made: %,d, those to warm up counted", refused);
        }
        times.forEach((kind, list) -> {
            if (list.isEmpty()) {
                return;
            }
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
}
