package dev.rota.bench;

import dev.rota.bench.lanes.BenchCluster;
import dev.rota.bench.lanes.EventProducer;
import dev.rota.bench.lanes.PathCounts;
import dev.rota.bench.lanes.RunTopics;
import dev.rota.bench.lanes.TrafficRecording;
import dev.rota.bench.lanes.Workload;
import dev.rota.bench.pool.BlockWatch;
import dev.rota.bench.pool.CpuTime;
import dev.rota.bench.pool.PlainGroup;
import dev.rota.bench.pool.PoolRun;
import dev.rota.bench.pool.PoolRun.PoolSize;
import dev.rota.bench.pool.RoundTrips;
import dev.rota.bench.pool.SteadyRate;
import dev.rota.bench.pool.Work;
import dev.rota.bench.report.Figures;
import dev.rota.bench.report.Footprint;
import dev.rota.bench.report.ReportPrinter;
import dev.rota.bench.report.Spread;
import dev.rota.engine.Nullable;
import dev.rota.shards.PoolPolicy;
import dev.rota.workload.Traffic;
import dev.rota.workload.Workloads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Measures transactions from their offer to their committed blocks, with real workers. For comparison it measures a
 * pass-through of the same records, a plain consumer group, and idle cores.
 */
final class ExecutionBench {

    /** The threads of a worker with CPU-bound work: enough that cores stay busy while turns change. */
    private static final int BUSY_THREADS_MAX = 48;

    /** Warm-up rounds of a new process, whose compilers take most of the CPU at first. */
    private static final int COLD_ROUNDS = 3;

    private static final int WARM_ROUNDS = 1;

    private static final int TRANSACTIONS_MIN = 1_000;

    /** Transactions in flight: enough to keep all workers busy and the log's backlog short. */
    private static final int WINDOW = 40_000;

    /**
     * The busiest shard has a fifth of all transactions, and its batches are sequential: with the default of 1,000
     * transactions per batch, only they would be measured. So batches are bounded by bytes.
     */
    private static final PoolPolicy POLICY =
            PoolPolicy.newBuilder().setBatchTransactionsMax(10_000).build();

    /** The rates of one variant. */
    private record Variant(List<Double> perSecond) {

        Variant() {
            this(new ArrayList<>());
        }

        double median() {
            return spread().median();
        }

        Spread spread() {
            return Spread.of(perSecond);
        }

        /** Returns the ratio of the rates to those of another variant. */
        Spread by(Variant other) {
            return Spread.ratio(perSecond, other.perSecond);
        }
    }

    /** The rates with one amount of work for each transaction. */
    private static final class Rates {
        final Variant whole = new Variant();
        final Variant pass = new Variant();
        final Variant group = new Variant();
        final Variant turns = new Variant();
        final Variant blocks = new Variant();
        final Variant cores = new Variant();

        void add(SteadyRate.Figure steady, double through, double alone) {
            whole.perSecond.add(steady.transactions());
            turns.perSecond.add(steady.turns());
            blocks.perSecond.add(steady.blocks());
            pass.perSecond.add(through);
            group.perSecond.add(alone);
        }

        private static void print(ReportPrinter out, String name, Variant variant) {
            out.print(
                    "  %-26s %,12.0f transactions/s %s",
                    name, variant.median(), variant.spread().range(0));
        }

        private static void print(ReportPrinter out, String name, Spread ratio) {
            out.print("  %s: %.2f %s", name, ratio.median(), ratio.range(2));
        }

        void print(ReportPrinter out) {
            out.print(
                    "  %-26s %,12.0f transactions/s %s %,10.0f turns/s %,10.0f blocks/s",
                    "whole path", whole.median(), whole.spread().range(0), turns.median(), blocks.median());
            print(out, "pass-through", pass);
            print(out, "plain consumer group", group);
            if (!cores.perSecond.isEmpty()) {
                print(out, "what the cores could do", cores);
                print(out, "whole path / cores", whole.by(cores));
            }
            print(out, "whole path / pass-through", whole.by(pass));
        }
    }

    private final Workloads workloads;
    private final Bench.Size size;
    private final ReportPrinter out;

    ExecutionBench(Workloads workloads, Bench.Size size, ReportPrinter out) {
        this.workloads = workloads;
        this.size = size;
        this.out = out;
    }

    void run(BenchCluster track) throws InterruptedException, IOException {
        int uncounted = COLD_ROUNDS;
        for (int micros : size.workMicros()) {
            measure(track, crew(micros), micros, transactions(micros), uncounted);
            uncounted = WARM_ROUNDS;
        }
    }

    /** Measures latency at the given rate, without work. Of a new process the last run counts. */
    void latency(BenchCluster track) throws InterruptedException, IOException {
        for (int round = 0; round <= COLD_ROUNDS; round++) {
            latency(track, crew(0), Work.ofMicros(0), size.perSecond());
        }
    }

    private PoolSize crew(int micros) {
        PoolSize crew = size.crew();
        return micros == 0 ? crew : new PoolSize(crew.workers(), Math.min(crew.threads(), BUSY_THREADS_MAX));
    }

    /**
     * Returns the number of transactions for a round, which takes seconds; in a shorter one, a single block would
     * dominate.
     */
    private int transactions(int micros) {
        return (int) Math.max(TRANSACTIONS_MIN, 5L * size.events() * 100 / (100 + micros));
    }

    private void measure(BenchCluster track, PoolSize crew, long micros, int transactions, int uncounted)
            throws InterruptedException, IOException {
        Work work = Work.ofMicros(micros);
        Workload offered = PoolRun.workload(facts(transactions));
        Rates rates = new Rates();
        @Nullable Footprint footprint = null;
        for (int round = 1 - uncounted; round <= size.rounds(); round++) {
            Workload recorded;
            SteadyRate.Figure steady;
            try (PoolRun run = new PoolRun(track, crew, work);
                    BlockWatch watch = new BlockWatch(run.site(), transactions, ExecutionBench::number)) {
                run.policy(POLICY);
                TrafficRecording recording = new TrafficRecording(run.site());
                PathCounts counts = new PathCounts(run.site(), run.lane());
                Footprint before = run.site().footprint();
                steady = steady(run, watch, offered);
                run.site().awaitCommitted(run.lane(), transactions);
                footprint = run.site().footprint().since(before);
                recorded = recording.end("recorded");
                if (round == size.rounds()) {
                    counts.print(out, "a transaction", transactions);
                    out.print(
                            "    turns %.2f; idle: %,.0f us of CPU a second",
                            (double) run.turns() / transactions, CpuTime.idleMicrosPerSecond());
                }
            }
            Figures passed = track.throughput(recorded, true);
            double through =
                    passed.eventsPerSecond() * transactions / recorded.events().size();
            double alone = plainGroup(track, work, offered);
            if (micros > 0) {
                rates.cores.perSecond.add(work.perSecond());
            }
            out.print(
                    "  %s whole path %,.0f transactions/s, %,.0f turns/s, %.0f us of processors each;"
                            + " pass-through %,.0f, plain group %,.0f",
                    round > 0 ? "round " + round + ":" : "not counted:",
                    steady.transactions(),
                    steady.turns(),
                    steady.cpuOfEach().micros(),
                    through,
                    alone);
            if (round > 0) {
                rates.add(steady, through, alone);
            }
        }
        out.print("");
        out.print(
                "work of %.1f ms a transaction: %,d transactions, %d workers of %d threads, medians of %d rounds",
                micros / 1e3, transactions, crew.workers(), crew.threads(), size.rounds());
        rates.print(out);
        if (footprint != null) {
            footprint.printPerMillion(out, "transactions", transactions);
        }
        out.print("half of that load");
        latency(track, crew, work, Math.max(1, Math.round(rates.whole.median() / 2)));
    }

    /** Offers all transactions and measures between the first and the last quarter. */
    private static SteadyRate.Figure steady(PoolRun run, BlockWatch watch, Workload offered)
            throws InterruptedException {
        int all = offered.events().size();
        SteadyRate rate = new SteadyRate(run, watch, all / 4, all - all / 4);
        try (EventProducer offer = new EventProducer(
                run.site().names(), run.site().settings(), run.site().schemaIds(), true)) {
            watch.listen(block -> rate.run());
            offer.within(offered, WINDOW, watch::transactions);
            watch.await(all, run.lane());
        }
        return rate.between();
    }

    private void latency(BenchCluster track, PoolSize crew, Work work, long perSecond)
            throws InterruptedException, IOException {
        int transactions = (int) (perSecond * size.rateSeconds());
        try (PoolRun run = new PoolRun(track, crew, work);
                BlockWatch watch = new BlockWatch(run.site(), transactions, ExecutionBench::number);
                EventProducer offer = new EventProducer(
                        run.site().names(), run.site().settings(), run.site().schemaIds(), false)) {
            run.policy(POLICY);
            RoundTrips trips = new RoundTrips(run.site());
            watch.listen(trips::arrived);
            long[] offered = offer.all(PoolRun.workload(facts(transactions)), perSecond);
            watch.await(transactions, run.lane());
            double[] ms = watch.latencies(offered);
            // a lane that has just started is not warmed up
            double[] warm = Arrays.copyOfRange(ms, ms.length / 3, ms.length);
            out.print(
                    "  %,d offered a second: ms to committed block p50 %.1f   p99 %.1f",
                    perSecond, Figures.quantile(warm, 0.5), Figures.quantile(warm, 0.99));
            RoundTrips.Parts parts = trips.parts();
            out.print(
                    "  round trip of a batch, ms p50 and p99: report to log %s, log to committed block %s,"
                            + " block to the next report %s",
                    spread(parts.toLog()), spread(parts.toBlock()), spread(parts.toReport()));
        }
    }

    private static String spread(double[] ms) {
        return String.format(Locale.ROOT, "%.0f and %.0f", Figures.quantile(ms, 0.5), Figures.quantile(ms, 0.99));
    }

    /** The throughput of a consumer group with one member per core. */
    private static double plainGroup(BenchCluster track, Work work, Workload offered)
            throws InterruptedException, IOException {
        try (RunTopics site = track.site();
                PlainGroup group =
                        new PlainGroup(site, work, Runtime.getRuntime().availableProcessors());
                EventProducer offer = new EventProducer(site.names(), site.settings(), site.schemaIds(), true)) {
            group.awaitMembers();
            long start = System.nanoTime();
            offer.all(offered, 0);
            group.await(offered.events().size());
            return offered.events().size() / ((System.nanoTime() - start) / 1e9);
        }
    }

    /** Transactions whose ids are their numbers. */
    private List<Traffic.Fact> facts(int transactions) {
        Traffic traffic = Objects.requireNonNull(workloads.byName().get("arrivals"));
        List<Traffic.Fact> facts = new ArrayList<>(transactions);
        while (facts.size() < transactions) {
            facts.addAll(traffic.at(facts.size()));
        }
        return facts;
    }

    private static int number(String transaction) {
        return Integer.parseInt(transaction.substring(transaction.indexOf('-') + 1)) - 1;
    }
}
