package dev.rota.bench.pages;

import dev.rota.bench.lanes.FactProducer;
import dev.rota.bench.lanes.OutputWatch;
import dev.rota.bench.lanes.Site;
import dev.rota.bench.lanes.Standstill;
import dev.rota.bench.lanes.Track;
import dev.rota.bench.loop.LoopRun.Offered;
import dev.rota.bench.pool.PoolRun;
import dev.rota.bench.pool.Work;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.Receipt;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.ShardsDomain;
import dev.rota.shards.Transaction;
import dev.rota.stream.DomainRun;
import dev.rota.workload.Traffic;
import dev.rota.workload.shards.ShardsWorkloads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Transactions for many shards, few of which are busy, and real workers in this process that execute them at once. */
public final class PoolLoad implements PagesLoad {

    /** Transactions in flight while as many are offered as can be. */
    private static final int WINDOW = 40_000;

    private static final PoolRun.Crew CREW = new PoolRun.Crew(2, 192);

    /** As in {@code ExecutionBench}: batches are bounded by their bytes. */
    private static final PoolPolicy POLICY =
            PoolPolicy.newBuilder().setBatchTransactionsMax(10_000).build();

    private final int shards;
    private final int seconds;

    /** @param seconds how long as much is offered as can be; half as long before that, not counted */
    public PoolLoad(int shards, int seconds) {
        this.shards = shards;
        this.seconds = seconds;
    }

    @Override
    public String noun() {
        return "transactions";
    }

    @Override
    public double reached(Track track) throws InterruptedException, IOException {
        try (Run run = new Run(track)) {
            double unused = run.saturated(Math.max(1, seconds / 2));
            return run.saturated(seconds);
        }
    }

    @Override
    public Running start(Track track) throws InterruptedException, IOException {
        return new Run(track);
    }

    private final class Run implements Running {
        private final PoolRun pool;
        private final FactProducer producer;
        private final OutputWatch<ShardBlock> watch;
        private final Traffic transactions = ShardsWorkloads.arrivals(shards);
        /** When those transactions were due that are not in a block yet, by id. */
        private final Map<String, Long> waiting = new ConcurrentHashMap<>();

        private final List<Double> ms = new ArrayList<>();
        private volatile long lastBlock;

        Run(Track track) throws InterruptedException, IOException {
            pool = new PoolRun(track, CREW, Work.ofMicros(0));
            pool.policy(POLICY);
            producer = new FactProducer(pool.site(), true);
            watch = new OutputWatch<>(pool.site(), ShardsDomain.BLOCKS, this::note);
            watch.start();
        }

        private void note(ShardBlock block) {
            long now = System.nanoTime();
            synchronized (ms) {
                for (Receipt receipt : block.getReceipts()) {
                    Long due = waiting.remove(receipt.getTransaction());
                    if (due != null) {
                        ms.add((now - due) / 1e6);
                    }
                }
            }
            lastBlock = now;
        }

        @Override
        public Site site() {
            return pool.site();
        }

        @Override
        public DomainRun scheduler() {
            return pool.lane().scheduler();
        }

        @Override
        public String filled() {
            return String.format("%,d shards, %d workers", shards, CREW.workers());
        }

        double saturated(int seconds) {
            begin();
            long start = System.nanoTime();
            while (System.nanoTime() - start < TimeUnit.SECONDS.toNanos(seconds)) {
                if (waiting.size() < WINDOW) {
                    say(System.nanoTime());
                } else {
                    LockSupport.parkNanos(200_000);
                }
            }
            double perSecond = times().length / ((System.nanoTime() - start) / 1e9);
            await();
            return perSecond;
        }

        @Override
        public Offered offered(long perSecond, int seconds) {
            begin();
            long start = System.nanoTime();
            for (long sent = 0; sent < perSecond * seconds; sent++) {
                long due = start + sent * 1_000_000_000L / perSecond;
                while (System.nanoTime() < due) {
                    LockSupport.parkNanos(Math.min(200_000, due - System.nanoTime()));
                }
                say(due);
            }
            await();
            double[] times = times();
            return new Offered(times.length / ((lastBlock - start) / 1e9), times);
        }

        private void begin() {
            synchronized (ms) {
                ms.clear();
            }
            lastBlock = System.nanoTime();
        }

        private double[] times() {
            synchronized (ms) {
                return ms.stream().mapToDouble(Double::doubleValue).toArray();
            }
        }

        private void say(long due) {
            for (Traffic.Fact fact : transactions.at(0)) {
                waiting.put(((Transaction) fact.value()).getId(), due);
                producer.say(fact);
            }
        }

        private void await() {
            while (!waiting.isEmpty()) {
                pool.lane().requireWell();
                Standstill.check("blocks", lastBlock);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
        }

        @Override
        public void close() throws IOException {
            producer.close();
            watch.close();
            pool.close();
        }
    }
}
