package dev.rota.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.rota.bench.PoolRun.Crew;
import dev.rota.engine.Domain;
import dev.rota.engine.Traffic;
import dev.rota.shards.PoolPolicy;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Transactions from their offer to their committed blocks, with real workers: beside the pass-through of what they came
 * to, a plain consumer group, and the cores with nothing else to do.
 */
final class ExecutionBench {

    /** Of a worker whose threads are busy: more of them than cores would only crowd out the scheduler beside them. */
    private static final int BUSY_THREADS_MAX = 4;

    /** Transactions on their way at once: enough to keep all busy, and no more than a second or so of them. */
    private static final int WINDOW = 40_000;

    /**
     * The busiest shard has a fifth of all, and its batches come one after the other: with the default of 1,000 they would
     * be what is measured. So they are bounded by their bytes.
     */
    private static final PoolPolicy POLICY =
            PoolPolicy.newBuilder().setBatchTransactionsMax(10_000).build();

    /** What one way showed. */
    private record Way(List<Double> perSecond) {

        Way() {
            this(new ArrayList<>());
        }

        double median() {
            return Figures.quantile(
                    perSecond.stream().mapToDouble(Double::doubleValue).toArray(), 0.5);
        }
    }

    private final Domain domain;
    private final Bench.Size size;
    private final Saying out;

    ExecutionBench(Domain domain, Bench.Size size, Saying out) {
        this.domain = domain;
        this.size = size;
        this.out = out;
    }

    void run(Track track) throws InterruptedException, IOException {
        Crew many = size.crew();
        Crew few = new Crew(many.workers(), Math.min(many.threads(), BUSY_THREADS_MAX));
        measure(track, many, 0, 5 * size.events());
        measure(track, few, 100, size.events());
        measure(track, few, 1_000, Math.max(1, size.events() / 5));
    }

    private void measure(Track track, Crew crew, long micros, int transactions)
            throws InterruptedException, IOException {
        Work work = Work.ofMicros(micros);
        Workload offered = PoolRun.workload(facts(transactions));
        Way whole = new Way();
        Way pass = new Way();
        Way group = new Way();
        Way turns = new Way();
        Way blocks = new Way();
        double records = 0;
        for (int round = 0; round <= size.rounds(); round++) {
            Workload recorded;
            try (PoolRun run = new PoolRun(track, crew, work);
                    BlockWatch watch = new BlockWatch(run.site(), transactions, ExecutionBench::number)) {
                run.policy(POLICY);
                Recording recording = new Recording(run.site());
                Steady steady = steady(run, watch, offered);
                out.say(
                        "  round %d: whole path %,.0f transactions/s, %,.0f turns/s, %.0f us of processors each",
                        round, steady.transactions, steady.turns, steady.microsEach);
                if (round > 0) {
                    whole.perSecond.add(steady.transactions);
                    turns.perSecond.add(steady.turns);
                    blocks.perSecond.add(steady.blocks);
                }
                watch.await(transactions, run.lane());
                run.site().awaitCommitted(run.lane(), transactions);
                recorded = recording.end("recorded");
            }
            Figures passed = track.throughput(recorded, true);
            records = (double) recorded.outputs() / transactions;
            double alone = plainGroup(track, work, offered);
            if (round > 0) {
                pass.perSecond.add(passed.eventsPerSecond()
                        * transactions
                        / recorded.events().size());
                group.perSecond.add(alone);
            }
        }
        out.say("");
        out.say(
                "work of %.1f ms a transaction: %,d transactions, %d workers of %d threads, medians of %d rounds",
                micros / 1e3, transactions, crew.workers(), crew.threads(), size.rounds());
        out.say(
                "  %-26s %,12.0f transactions/s %,10.0f turns/s %,10.0f blocks/s %8.2f records/transaction",
                "whole path", whole.median(), turns.median(), blocks.median(), records);
        out.say("  %-26s %,12.0f transactions/s", "pass-through", pass.median());
        out.say("  %-26s %,12.0f transactions/s", "plain consumer group", group.median());
        if (micros > 0) {
            double cores = Runtime.getRuntime().availableProcessors() * 1e6 / micros;
            out.say("  %-26s %,12.0f transactions/s", "what the cores could do", cores);
            out.say("  whole path / cores: %.2f", whole.median() / cores);
        }
        out.say("  whole path / pass-through: %.2f", whole.median() / pass.median());
        latency(track, crew, work, Math.max(1, Math.round(whole.median() / 2)));
    }

    /** What came to be a second while more was offered than could be done, and what processors had to do for it. */
    private record Steady(double transactions, double turns, double blocks, double microsEach) {}

    /** All is offered; what is done while the first quarter of it is, is not counted. */
    private static Steady steady(PoolRun run, BlockWatch watch, Workload offered) {
        int all = offered.events().size();
        try (Offer offer =
                new Offer(run.site().names(), run.site().settings(), run.site().schemaIds(), true)) {
            offer.within(offered, 0, all / 4, WINDOW, watch::transactions);
            long start = System.nanoTime();
            long cpu = processCpu();
            int transactions = watch.transactions();
            int blocks = watch.blocks();
            long turns = run.turns();
            offer.within(offered, all / 4, all, WINDOW, watch::transactions);
            double seconds = (System.nanoTime() - start) / 1e9;
            int done = watch.transactions() - transactions;
            return new Steady(
                    done / seconds,
                    (run.turns() - turns) / seconds,
                    (watch.blocks() - blocks) / seconds,
                    (processCpu() - cpu) / 1e3 / done);
        }
    }

    private void latency(Track track, Crew crew, Work work, long perSecond) throws InterruptedException, IOException {
        int transactions = (int) (perSecond * size.rateSeconds());
        try (PoolRun run = new PoolRun(track, crew, work);
                BlockWatch watch = new BlockWatch(run.site(), transactions, ExecutionBench::number);
                Offer offer = new Offer(
                        run.site().names(), run.site().settings(), run.site().schemaIds(), false)) {
            run.policy(POLICY);
            long[] offered = offer.all(PoolRun.workload(facts(transactions)), perSecond);
            watch.await(transactions, run.lane());
            double[] ms = watch.latencies(offered);
            // a lane that has just started is cold
            double[] warm = Arrays.copyOfRange(ms, ms.length / 3, ms.length);
            out.say(
                    "  half of that load, %,d offered a second: ms to committed block p50 %.1f   p99 %.1f",
                    perSecond, Figures.quantile(warm, 0.5), Figures.quantile(warm, 0.99));
        }
    }

    /** Executed transactions a second of a consumer group with a member for each core. */
    private static double plainGroup(Track track, Work work, Workload offered)
            throws InterruptedException, IOException {
        try (Site site = track.site();
                PlainGroup group =
                        new PlainGroup(site, work, Runtime.getRuntime().availableProcessors());
                Offer offer = new Offer(site.names(), site.settings(), site.schemaIds(), true)) {
            group.awaitMembers();
            long start = System.nanoTime();
            offer.all(offered, 0);
            group.await(offered.events().size());
            return offered.events().size() / ((System.nanoTime() - start) / 1e9);
        }
    }

    /** Transactions whose ids are their numbers. */
    private List<Traffic.Fact> facts(int transactions) {
        Traffic traffic = Objects.requireNonNull(domain.workloads().get("arrivals"));
        List<Traffic.Fact> facts = new ArrayList<>(transactions);
        while (facts.size() < transactions) {
            facts.addAll(traffic.at(facts.size()));
        }
        return facts;
    }

    /** Of all that is in this process: broker, producer, scheduler, workers, watcher. */
    private static long processCpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static int number(String transaction) {
        return Integer.parseInt(transaction.substring(transaction.indexOf('-') + 1)) - 1;
    }
}
