package dev.rota.bench;

import dev.rota.bench.lanes.BenchCluster;
import dev.rota.bench.lanes.EventProducer;
import dev.rota.bench.lanes.RunTopics;
import dev.rota.bench.lanes.WholePath;
import dev.rota.bench.lanes.Workload;
import dev.rota.bench.pool.CopiedShards;
import dev.rota.bench.pool.CpuTime;
import dev.rota.bench.pool.PoolRun;
import dev.rota.bench.report.Figures;
import dev.rota.bench.report.ReportPrinter;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ShardPaused;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerReady;
import dev.rota.shards.scheduler.Transactions;
import dev.rota.workload.Traffic.Fact;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Measures transactions for shards that are drawn evenly, from two thousand, which fit into memory, and from a hundred
 * thousand, in one run and over the same rows. Each shard remembers the greatest number of ids that its policy allows.
 * All are paused, so that both lanes take, decide and write the same, with no outputs. Before the measurement, each
 * shard gets a transaction, which fills the cache.
 */
final class WideBench {

    private static final int WIDE = 100_000;
    private static final int NARROW = 2_000;

    /**
     * The number of remembered ids of each shard. 10,000 would be 21 GB of rows, and as much of a changelog, and an
     * event for a shard that is not cached would then read ten rows of the index instead of one.
     */
    private static final int REMEMBERED = 1_000;

    private static final int PAYLOAD_BYTES = 200;
    /** A prime that does not divide a number of shards. */
    private static final long STRIDE = 48_271;

    private static final String WORKER = "worker";

    private final int events;
    private final int rounds;
    private final ReportPrinter out;
    private final SplittableRandom random = new SplittableRandom(1);
    private int sent;

    WideBench(int events, int rounds, ReportPrinter out) {
        this.events = events;
        this.rounds = rounds;
        this.out = out;
    }

    /** Measures on a track of {@link CopiedShards}. */
    void run(BenchCluster track) throws InterruptedException, IOException {
        try (RunTopics site = track.site();
                WholePath lane = track.wholePath(site);
                EventProducer offer = new EventProducer(site.names(), site.settings(), site.schemaIds(), true)) {
            lane.start();
            site.deferCompaction();
            fill(new Act(site, lane, offer));
            lane(new Act(site, lane, offer), each(NARROW));
            lane(new Act(site, lane, offer), each(WIDE));
            List<LaneFigures> narrow = new ArrayList<>();
            List<LaneFigures> wide = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                narrow.add(lane(new Act(site, lane, offer), drawn(NARROW)));
                wide.add(lane(new Act(site, lane, offer), drawn(WIDE)));
            }
            print(site, narrow, wide);
        }
    }

    private void print(RunTopics site, List<LaneFigures> narrow, List<LaneFigures> wide) {
        out.print("");
        out.print(
                "wide: transactions for shards that remember %,d ids each, drawn evenly; %,d events, medians of %d rounds",
                REMEMBERED, events, rounds);
        out.print("  %-26s %12s %12s %12s %12s", "", "events/s", "CPU us/event", "rows written", "rows read");
        row(NARROW, narrow);
        row(WIDE, wide);
        out.print(
                "  wide / narrow: %.2f; changelog on the broker's disk: %,d MiB",
                LaneFigures.median(wide, LaneFigures::eventsPerSecond)
                        / LaneFigures.median(narrow, LaneFigures::eventsPerSecond),
                site.footprint().changelog() >> 20);
    }

    private void row(int shards, List<LaneFigures> runs) {
        out.print(
                "  %-26s %,12.0f %12.1f %12.2f %12.2f",
                String.format("%,d shards", shards),
                LaneFigures.median(runs, LaneFigures::eventsPerSecond),
                LaneFigures.median(runs, LaneFigures::micros),
                LaneFigures.median(runs, LaneFigures::rowsWritten),
                LaneFigures.median(runs, LaneFigures::rowsRead));
    }

    /** The figures of a lane for each event. */
    private record LaneFigures(double eventsPerSecond, double micros, double rowsWritten, double rowsRead) {
        static double median(List<LaneFigures> runs, ToDoubleFunction<LaneFigures> figure) {
            return Figures.quantile(runs.stream().mapToDouble(figure).toArray(), 0.5);
        }
    }

    /** Returns transactions that reach each shard, in an order without a pattern. */
    private List<Fact> each(int shards) {
        return facts(Math.max(events, shards), i -> (int) (i * STRIDE % shards));
    }

    private List<Fact> drawn(int shards) {
        return facts(events, i -> random.nextInt(shards));
    }

    private List<Fact> facts(int count, IntUnaryOperator shard) {
        return IntStream.range(0, count)
                .mapToObj(i -> transaction(CopiedShards.copy(shard.applyAsInt(i)), "new-" + sent++))
                .toList();
    }

    private static LaneFigures lane(Act act, List<Fact> facts) throws InterruptedException {
        double events = facts.size();
        long written = act.lane.rowsWritten();
        long read = act.lane.rowsRead();
        CpuTime cpu = CpuTime.now();
        double seconds = act.take(facts);
        return new LaneFigures(
                events / seconds,
                CpuTime.now().since(cpu).micros() / events,
                (act.lane.rowsWritten() - written) / events,
                (act.lane.rowsRead() - read) / events);
    }

    /** Executes {@link #REMEMBERED} transactions in one shard, pauses it, and copies its rows. */
    private void fill(Act act) throws InterruptedException {
        long start = System.nanoTime();
        String template = CopiedShards.template();
        List<String> ids =
                IntStream.range(0, REMEMBERED).mapToObj(i -> "tx-" + i).toList();
        PoolPolicy policy = PoolPolicy.newBuilder()
                .setRememberedIds(REMEMBERED)
                .setBatchTransactionsMax(REMEMBERED)
                // no transaction is rejected, however many are measured: a rejection writes no shard's row
                .setPendingTransactionsMax(Integer.MAX_VALUE)
                .build();
        act.take(List.of(control(policy)));
        act.take(ids.stream().map(id -> transaction(template, id)).toList());
        act.take(List.of(worker(new WorkerReady(1, "", 0))));
        List<Receipt> receipts = ids.stream()
                .map(id -> new Receipt(id, ReceiptStatus.SUCCEEDED, "", null))
                .toList();
        act.take(List.of(worker(BatchExecuted.newBuilder()
                .setShard(template)
                .setToken(1L)
                .setBatch(1)
                .setElapsedMs(0L)
                .setReceipts(receipts)
                .build())));
        act.take(List.of(control(new ShardPaused(template))));
        act.take(IntStream.range(0, WIDE / CopiedShards.COPIES_PER_EVENT)
                .mapToObj(i -> control(CopiedShards.copies(i * CopiedShards.COPIES_PER_EVENT)))
                .toList());
        out.print("");
        out.print(
                "wide: %,d shards with %,d ids each, filled in %.0f s",
                WIDE, REMEMBERED, (System.nanoTime() - start) / 1e9);
    }

    private static Fact control(Object event) {
        return new Fact(ShardsTopics.CONTROLS, PoolRun.POOL, new PoolControl(PoolRun.POOL, event));
    }

    private static Fact worker(Object event) {
        return new Fact(ShardsTopics.WORKERS, WORKER, new WorkerEvent(PoolRun.POOL, WORKER, event));
    }

    private static Fact transaction(String shard, String id) {
        return new Fact(
                ShardsTopics.TRANSACTIONS,
                shard,
                Transactions.of(PoolRun.POOL, shard, id, ByteBuffer.wrap(new byte[PAYLOAD_BYTES])));
    }

    /** Produces events and waits until they are decided. */
    private record Act(RunTopics site, WholePath lane, EventProducer offer) {

        /** Returns the seconds until all are committed. */
        double take(List<Fact> facts) throws InterruptedException {
            Workload workload = PoolRun.workload(facts);
            long taken = lane.taken();
            long start = System.nanoTime();
            offer.all(workload, 0);
            site.awaitCommitted(lane, taken + facts.size());
            lane.requireRunning();
            return (System.nanoTime() - start) / 1e9;
        }
    }
}
