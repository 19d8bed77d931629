package dev.rota.bench;

import dev.rota.bench.lanes.Offer;
import dev.rota.bench.lanes.OutputWatch;
import dev.rota.bench.lanes.Track;
import dev.rota.bench.lanes.Workload;
import dev.rota.bench.pool.PoolRun;
import dev.rota.bench.pool.PoolRun.Crew;
import dev.rota.bench.pool.Work;
import dev.rota.bench.report.Figures;
import dev.rota.bench.report.ReportPrinter;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.ShardCause;
import dev.rota.shards.ShardState;
import dev.rota.shards.ShardsDomain;
import dev.rota.shards.Transaction;
import dev.rota.workload.Traffic.Fact;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Measures how long a thousand shards with one transaction each wait while one shard is always busy. */
final class FairnessBench {

    private static final int COLD = 1_000;
    private static final long QUANTUM_MS = 100;
    private static final long NO_QUANTUM = Long.MAX_VALUE;
    private static final long WORK_MICROS = 1_000;

    /** A batch takes half a quantum, so that a turn takes little longer than one quantum. */
    private static final int BATCH_TRANSACTIONS_MAX = 50;

    private static final int HOT_PER_SECOND = 1_000;
    private static final int HOT_PART = 100;

    /** The busy shard's backlog before the others arrive. */
    private static final int HOT_BEFORE = 2_000;

    /** The waits of the shards that had a turn, in ms, and the duration of the measurement. */
    private record Waits(double[] ms, double seconds) {}

    private final ReportPrinter out;

    FairnessBench(ReportPrinter out) {
        this.out = out;
    }

    void run(Track track) throws InterruptedException, IOException {
        for (int slots = 1; slots <= 2; slots++) {
            Waits fair = waits(track, slots, QUANTUM_MS, Double.MAX_VALUE);
            Waits unfair = waits(track, slots, NO_QUANTUM, fair.seconds);
            out.say("");
            out.say("a hot shard with endless work and %,d cold ones, %d slots, 1 ms a transaction", COLD, slots);
            out.say(
                    "  quantum %d ms: cold shards waited p50 %,.0f   p99 %,.0f ms; target %,d ms",
                    QUANTUM_MS,
                    Figures.quantile(fair.ms, 0.5),
                    Figures.quantile(fair.ms, 0.99),
                    2 * QUANTUM_MS * COLD / slots + 200);
            out.say(
                    "  no quantum: in the same %.1f s %,d of them had a turn%s",
                    fair.seconds,
                    unfair.ms.length,
                    unfair.ms.length < COLD
                            ? ""
                            : String.format(", after p99 %,.0f ms", Figures.quantile(unfair.ms, 0.99)));
        }
    }

    private Waits waits(Track track, int slots, long quantumMs, double secondsMax)
            throws InterruptedException, IOException {
        Queue<Long> waited = new ConcurrentLinkedQueue<>();
        try (PoolRun run = new PoolRun(track, new Crew(1, slots), Work.ofMicros(WORK_MICROS));
                OutputWatch<ShardState> watch =
                        new OutputWatch<>(run.site(), ShardsDomain.STATES, state -> note(state, waited));
                Offer offer = new Offer(
                        run.site().names(), run.site().settings(), run.site().schemaIds(), true)) {
            watch.start();
            run.policy(policy(quantumMs));
            HotShard hot = new HotShard(offer);
            hot.start();
            try {
                long start = System.nanoTime();
                offer.all(PoolRun.workload(cold()), 0);
                while (waited.size() < COLD && seconds(start) < secondsMax) {
                    run.lane().requireWell();
                    TimeUnit.MILLISECONDS.sleep(20);
                }
                double seconds = seconds(start);
                return new Waits(waited.stream().mapToDouble(ms -> ms).toArray(), seconds);
            } finally {
                hot.stop();
            }
        }
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    private static void note(ShardState state, Queue<Long> waited) {
        if (state.getCause() == ShardCause.DISPATCHED && state.getShard().startsWith("cold-")) {
            waited.add(state.getWaitedMs());
        }
    }

    private static PoolPolicy policy(long quantumMs) {
        return PoolPolicy.newBuilder()
                .setQuantumMs(quantumMs)
                .setBatchTransactionsMax(BATCH_TRANSACTIONS_MAX)
                .build();
    }

    private static List<Fact> cold() {
        return IntStream.range(0, COLD)
                .mapToObj(i -> transaction("cold-" + i, "only"))
                .toList();
    }

    private static Fact transaction(String shard, String id) {
        return new Fact(
                ShardsDomain.TRANSACTIONS,
                shard,
                new Transaction(PoolRun.POOL, shard, id, ByteBuffer.wrap(new byte[0])));
    }

    /** A shard that always has a backlog. */
    private static final class HotShard {
        private final Offer offer;
        private final Thread thread = new Thread(this::run, "bench-hot-shard");
        private volatile boolean running = true;
        private int said;

        HotShard(Offer offer) {
            this.offer = offer;
        }

        void start() {
            offer.all(more(HOT_BEFORE), 0);
            thread.start();
        }

        private void run() {
            while (running) {
                offer.all(more(HOT_PART), HOT_PER_SECOND);
            }
        }

        private Workload more(int many) {
            List<Fact> facts = IntStream.range(said, said + many)
                    .mapToObj(i -> transaction("hot", "tx-" + i))
                    .toList();
            said += many;
            return PoolRun.workload(facts);
        }

        void stop() throws InterruptedException {
            running = false;
            thread.join();
        }
    }
}
