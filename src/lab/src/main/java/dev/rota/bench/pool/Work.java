package dev.rota.bench.pool;

import dev.rota.engine.Nullable;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.StateChange;
import dev.rota.shards.Transaction;
import dev.rota.worker.Execution;
import dev.rota.worker.ParentState;
import dev.rota.worker.TransactionExecutor;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * An executor that consumes CPU time: the same number of steps for each transaction, calibrated on an idle core.
 * Waiting by the clock instead would let many threads "work" simultaneously on one core.
 */
public final class Work implements TransactionExecutor {

    private static final ByteBuffer COUNTER = ByteBuffer.wrap("executed".getBytes(StandardCharsets.UTF_8));
    private static final int CALIBRATION_STEPS = 2_000_000;
    private static final int CALIBRATIONS = 20;
    private static final long ALONE_NS = TimeUnit.SECONDS.toNanos(2);

    private final long steps;

    /** The result of the work, without which the compiler could remove it. */
    private volatile long left;

    private Work(long steps) {
        this.steps = steps;
    }

    /** Returns an executor that takes {@code micros} microseconds per transaction. */
    public static Work ofMicros(long micros) {
        return new Work(micros == 0 ? 0 : (long) (micros * stepsPerMicro()));
    }

    /** Calibrates the work. Returns the best of several runs, since others were disturbed. */
    private static double stepsPerMicro() {
        double best = 0;
        for (int i = 0; i < CALIBRATIONS; i++) {
            Work work = new Work(CALIBRATION_STEPS);
            long start = System.nanoTime();
            work.once();
            best = Math.max(best, CALIBRATION_STEPS / ((System.nanoTime() - start) / 1e3));
        }
        return best;
    }

    /** Returns the throughput of all idle cores together. Two virtual cores may share the capacity of one. */
    public double perSecond() throws InterruptedException {
        LongAdder done = new LongAdder();
        List<Thread> threads = new ArrayList<>();
        long start = System.nanoTime();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            Thread thread = new Thread(
                    () -> {
                        while (System.nanoTime() - start < ALONE_NS) {
                            once();
                            done.increment();
                        }
                    },
                    "bench-work");
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return done.sum() / ((System.nanoTime() - start) / 1e9);
    }

    void once() {
        if (steps == 0) {
            return;
        }
        long mixed = left;
        for (long i = 0; i < steps; i++) {
            mixed = (mixed ^ i) * 0x9E3779B97F4A7C15L;
        }
        left = mixed;
    }

    @Override
    public Execution execute(
            ParentState state, @Nullable BlockEnvironment environment, List<Transaction> transactions) {
        transactions.forEach(transaction -> once());
        List<Receipt> receipts = transactions.stream()
                .map(transaction -> new Receipt(transaction.getId(), ReceiptStatus.SUCCEEDED, "", null))
                .toList();
        byte[] before = state.get(COUNTER.array());
        long count = before == null ? 0 : ByteBuffer.wrap(before).getLong();
        ByteBuffer after = ByteBuffer.allocate(Long.BYTES).putLong(0, count + transactions.size());
        return new Execution(receipts, List.of(new StateChange(COUNTER, after)));
    }
}
