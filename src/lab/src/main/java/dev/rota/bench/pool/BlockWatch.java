package dev.rota.bench.pool;

import dev.rota.bench.lanes.OutputWatch;
import dev.rota.bench.lanes.RunTopics;
import dev.rota.bench.lanes.Standstill;
import dev.rota.bench.lanes.WholePath;
import dev.rota.shards.Receipt;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.ShardsTopics;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/** Notes when the committed block of each transaction arrived. */
public final class BlockWatch implements AutoCloseable {

    private final ToIntFunction<String> number;
    private final long[] seen;
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicInteger blocks = new AtomicInteger();
    private final OutputWatch<ShardBlock> watch;
    private volatile Consumer<ShardBlock> listener = block -> {};
    private volatile long last = System.nanoTime();

    /**
     * Starts watching.
     *
     * @param transactions the number of expected transactions
     * @param number returns the number of a transaction, from its id
     */
    public BlockWatch(RunTopics site, int transactions, ToIntFunction<String> number) {
        this.number = number;
        this.seen = new long[transactions];
        this.watch = new OutputWatch<>(site, ShardsTopics.BLOCKS, this::note);
        watch.start();
    }

    private void note(ShardBlock block) {
        long now = System.nanoTime();
        for (Receipt receipt : block.getReceipts()) {
            seen[number.applyAsInt(receipt.getTransaction())] = now;
        }
        blocks.incrementAndGet();
        last = now;
        count.addAndGet(block.getReceipts().size());
        listener.accept(block);
    }

    /** Sets a listener that runs after each block, on the watching thread. */
    public void listen(Consumer<ShardBlock> each) {
        listener = each;
    }

    /** Waits until {@code transactions} transactions are in blocks. Returns the arrival time of the last one. */
    public long await(int transactions, WholePath lane) throws InterruptedException {
        while (count.get() < transactions) {
            lane.requireRunning();
            Standstill.check("blocks", last);
            TimeUnit.MILLISECONDS.sleep(5);
        }
        return last;
    }

    /** Returns the number of transactions in blocks. */
    public int transactions() {
        return count.get();
    }

    int blocks() {
        return blocks.get();
    }

    /** Returns the time from each offer to its committed block, in ms. */
    public double[] latencies(long[] offered) {
        double[] all = new double[offered.length];
        for (int i = 0; i < offered.length; i++) {
            all[i] = (seen[i] - offered[i]) / 1e6;
        }
        return all;
    }

    @Override
    public void close() {
        watch.close();
    }
}
