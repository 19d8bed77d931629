package dev.rota.bench.keyed;

import dev.rota.bench.keyed.KeyedRun.Load;
import dev.rota.bench.pool.CpuTime;
import dev.rota.bench.report.Figures;
import dev.rota.bench.report.ReportPrinter;
import dev.rota.bench.report.Spread;
import dev.rota.engine.Nullable;
import dev.rota.settings.Setting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Compares systems that handle the records of a topic in the order of their keys, and two that do not: throughput and bytes
 * by waiting time and number of handlers, latency at a fixed rate, and what is handled again after a kill. All run on one
 * broker, in turn.
 */
public final class KeyedBench {

    /**
     * The extent of the comparison.
     *
     * @param records the maximum number of records of a run for throughput
     * @param seconds the time for which such a run sends records
     * @param rate the records a second when latency is measured
     * @param killRate the records a second when a consumer is killed
     * @param pools the number of Rota's pools among which the keys are divided
     */
    public record Size(
            List<String> parts,
            List<KeyedSystem> systems,
            List<Integer> waitMs,
            List<Integer> handlers,
            int rounds,
            int records,
            int seconds,
            int keys,
            double exponent,
            int partitions,
            long rate,
            long killRate,
            int commitMs,
            int pools,
            long quantumMs) {

        boolean measures(String part) {
            return parts.isEmpty() || parts.contains(part);
        }
    }

    /** The number of handlers for latency and kills, of all consumers together. */
    private static final int HANDLERS = 64;

    /** The waiting time for latency and kills. */
    private static final int STEADY_WAIT_MS = 1;

    private static final int SEED = 1;
    private static final int LATENCY_SECONDS = 15;

    /** After the time of silence that an instance that has just started forgives. */
    private static final int KILL_AFTER_SECONDS = 46;

    private static final int AFTER_KILL_SECONDS = 4;

    private final KeyedCluster cluster;
    private final Size size;
    private final ReportPrinter out;

    public KeyedBench(KeyedCluster cluster, Size size, ReportPrinter out) {
        this.cluster = cluster;
        this.size = size;
        this.out = out;
    }

    /** A run for throughput. */
    private record Rate(int records, double perSecond, CpuTime cpu, double bytes, Outcome outcome) {}

    public void run() throws InterruptedException, IOException {
        out.print(
                "keyed: %,d keys, Zipf with exponent %.2f, %d partitions, records of 200 bytes; commits of groups every %,d ms;"
                        + " %d pools over a log of %s partitions, quantum %d ms",
                size.keys(),
                size.exponent(),
                size.partitions(),
                size.commitMs(),
                size.pools(),
                cluster.settings().text(Setting.PARTITIONS),
                size.quantumMs());
        if (size.measures("throughput") || size.measures("latency")) {
            warmUp();
        }
        if (size.measures("throughput")) {
            throughput();
        }
        if (size.measures("latency")) {
            latency();
        }
        if (size.measures("kill")) {
            kills();
        }
    }

    /** Runs each system once. The compilers of a new process take most of the CPU. */
    private void warmUp() throws InterruptedException, IOException {
        Load load = load(0, HANDLERS);
        for (KeyedSystem system : size.systems()) {
            var unused = rate(system, load, false);
        }
    }

    private void throughput() throws InterruptedException, IOException {
        for (int waitMs : size.waitMs()) {
            out.print("");
            for (int handlers : size.handlers()) {
                Load load = load(waitMs, handlers);
                boolean first = handlers == size.handlers().get(0);
                throughput(
                        load,
                        size.systems().stream()
                                .filter(system -> first || system != KeyedSystem.GROUP)
                                .toList());
            }
        }
    }

    private void throughput(Load load, Collection<KeyedSystem> systems) throws InterruptedException, IOException {
        out.print("%d ms of waiting, %d handlers: medians of %d rounds", load.waitMs(), load.handlers(), size.rounds());
        if (load.waitMs() > 0) {
            out.print(
                    "  at most %,.0f a second in order of keys, because of the busiest one",
                    1e3 / load.waitMs() / zipf().busiest());
        }
        Map<KeyedSystem, List<Rate>> rates = new EnumMap<>(KeyedSystem.class);
        for (int round = 1; round <= size.rounds(); round++) {
            for (KeyedSystem system : systems) {
                rates.computeIfAbsent(system, none -> new ArrayList<>())
                        .add(rate(system, load, round == size.rounds()));
            }
        }
        rates.forEach(this::print);
    }

    private void print(KeyedSystem system, List<Rate> runs) {
        Spread rate = spread(runs, Rate::perSecond);
        out.print(
                "  %-18s %,9.0f records/s %-20s %6.0f us of CPU, %.0f without compilers, %5.0f bytes each; of %,.0f out of order %,d, handled"
                        + " again %,d%s",
                system.title(),
                rate.median(),
                rate.range(0),
                spread(runs, run -> run.cpu().micros()).median(),
                spread(runs, run -> run.cpu().threadMicros()).median(),
                spread(runs, Rate::bytes).median(),
                spread(runs, Rate::records).median(),
                runs.stream().mapToInt(run -> run.outcome().violations()).sum(),
                runs.stream().mapToInt(run -> run.outcome().again()).sum(),
                system == KeyedSystem.GROUP ? "; a handler for each partition" : "");
    }

    private static Spread spread(List<Rate> runs, ToDoubleFunction<Rate> figure) {
        return Spread.of(runs.stream().mapToDouble(figure).toArray());
    }

    private Load load(int waitMs, int handlers) {
        return new Load(waitMs, handlers, size.partitions(), size.commitMs(), size.pools(), size.quantumMs());
    }

    private ZipfKeys zipf() {
        return new ZipfKeys(size.keys(), size.exponent(), SEED);
    }

    private int[] keys(int records) {
        return zipf().draw(KeyedRun.WARM_MAX + records);
    }

    /**
     * Sends records so that many always wait, and measures from the first until the last is handled.
     *
     * @param detailed whether to print what Rota wrote for a record, and what the system takes while nothing is sent
     */
    private Rate rate(KeyedSystem system, Load load, boolean detailed) throws InterruptedException, IOException {
        try (KeyedRun run = new KeyedRun(cluster, system, load, keys(size.records()))) {
            run.startHere();
            int portion = run.portion();
            long bytes = run.bytes();
            AdoptingPool.Counts counts = run.counts();
            CpuTime before = CpuTime.now();
            int from = run.sent();
            long[] intended = run.saturate(size.seconds(), portion, size.records());
            run.await(from, run.sent());
            int records = intended.length;
            CpuTime cpu = CpuTime.now().since(before).each(records);
            Outcome outcome = run.outcome(intended);
            if (detailed) {
                printDetails(system, run, counts, records);
            }
            run.closeConsumers();
            return new Rate(
                    records,
                    records / ((outcome.lastEnd() - intended[0]) / 1e9),
                    cpu,
                    (double) (run.bytes() - bytes) / records,
                    outcome);
        }
    }

    private void printDetails(KeyedSystem system, KeyedRun run, @Nullable AdoptingPool.Counts counts, int records)
            throws InterruptedException {
        run.awaitCommitted();
        if (counts != null) {
            counts.print(out, system.title() + ", a record", records);
        }
        out.print("  %s idle: %,.0f us of CPU a second", system.title(), CpuTime.idleMicrosPerSecond());
    }

    private void latency() throws InterruptedException, IOException {
        Load load = load(STEADY_WAIT_MS, HANDLERS);
        int records = (int) (size.rate() * LATENCY_SECONDS);
        Map<KeyedSystem, List<double[]>> latencies = new EnumMap<>(KeyedSystem.class);
        for (int round = 0; round < size.rounds(); round++) {
            for (KeyedSystem system : size.systems()) {
                try (KeyedRun run = new KeyedRun(cluster, system, load, keys(records))) {
                    run.startHere();
                    int from = run.sent();
                    long[] intended = run.offer(records, size.rate());
                    run.await(from, run.sent());
                    double[] ms = run.outcome(intended).ms();
                    // a consumer that has just started is not warmed up
                    latencies
                            .computeIfAbsent(system, none -> new ArrayList<>())
                            .add(Arrays.copyOfRange(ms, ms.length / 3, ms.length));
                }
            }
        }
        out.print("");
        out.print(
                "%d ms of waiting, %d handlers, %,d records a second: ms from the intended send time until the handler"
                        + " returned, medians of %d rounds",
                STEADY_WAIT_MS, HANDLERS, size.rate(), size.rounds());
        latencies.forEach((system, runs) -> {
            Spread half = quantiles(runs, 0.5);
            Spread most = quantiles(runs, 0.99);
            out.print(
                    "  %-18s p50 %7.1f %-18s p99 %7.1f %s",
                    system.title(), half.median(), half.range(1), most.median(), most.range(1));
        });
        if (size.systems().contains(KeyedSystem.ROTA)) {
            path();
        }
    }

    /** Prints when the records of a run at the same rate pass the stages of their path. */
    private void path() throws InterruptedException, IOException {
        Load load = load(STEADY_WAIT_MS, HANDLERS);
        int records = (int) (size.rate() * LATENCY_SECONDS);
        try (KeyedRun run = new KeyedRun(cluster, KeyedSystem.ROTA, load, keys(records));
                RecordPath path = run.path()) {
            run.startHere();
            long[] intended = run.offer(records, size.rate());
            path.await(run.sent());
            int cold = records / 3;
            out.print("  path of a record of %s, its assignments and receipts read as well", KeyedSystem.ROTA.title());
            path.print(out, run.handled(), run.sent() - records + cold, Arrays.copyOfRange(intended, cold, records));
        }
    }

    private static Spread quantiles(List<double[]> runs, double q) {
        return Spread.of(
                runs.stream().mapToDouble(ms -> Figures.quantile(ms, q)).toArray());
    }

    private void kills() throws InterruptedException, IOException {
        Load load = load(STEADY_WAIT_MS, HANDLERS);
        Map<KeyedSystem, List<Outcome>> outcomes = new TreeMap<>();
        for (int round = 0; round < size.rounds(); round++) {
            for (KeyedSystem system : size.systems()) {
                outcomes.computeIfAbsent(system, none -> new ArrayList<>()).add(kill(system, load, round));
            }
        }
        out.print("");
        out.print(
                "%d ms of waiting, two consumers of %d handlers in processes of their own, %,d records a second; one is"
                        + " killed; medians of %d rounds",
                STEADY_WAIT_MS, HANDLERS / 2, size.killRate(), size.rounds());
        outcomes.forEach((system, runs) -> {
            Spread again = Spread.of(runs.stream().mapToDouble(Outcome::again).toArray());
            Spread repeated =
                    Spread.of(runs.stream().mapToDouble(Outcome::repeated).toArray());
            Spread longest = Spread.of(runs.stream()
                    .mapToDouble(run -> Figures.quantile(run.ms(), 1) / 1e3)
                    .toArray());
            out.print(
                    "  %-18s handled again %,6.0f %-16s of which had returned %,6.0f %-16s out of order %,d; the last was"
                            + " handled after %.1f s",
                    system.title(),
                    again.median(),
                    again.range(0),
                    repeated.median(),
                    repeated.range(0),
                    runs.stream().mapToInt(Outcome::violations).sum(),
                    longest.median());
        });
    }

    /** Kills one of two consumers, at another phase of their commits in each round. */
    private Outcome kill(KeyedSystem system, Load load, int round) throws InterruptedException, IOException {
        int before = (int) (size.killRate() * KILL_AFTER_SECONDS + size.killRate() * round * 17 / 10);
        int after = (int) (size.killRate() * AFTER_KILL_SECONDS);
        try (KeyedRun run = new KeyedRun(cluster, system, load, keys(before + after))) {
            List<ConsumerProcess> processes = run.startProcesses(2);
            int from = run.sent();
            long[] first = run.offer(before, size.killRate());
            processes.get(0).kill();
            long[] second = run.offer(after, size.killRate());
            run.await(from, run.sent());
            long[] intended = Arrays.copyOf(first, before + after);
            System.arraycopy(second, 0, intended, before, after);
            return run.outcome(intended);
        }
    }
}
