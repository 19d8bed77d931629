package dev.rota.bench.pool;

import java.util.ArrayList;
import java.util.List;

/**
 * Measures the throughput of saturated workers between two moments, which are determined by the number of transactions
 * done.
 */
public final class SteadyRate implements Runnable {

    /** The saturated throughput per second, and its CPU cost. */
    public record Figure(double transactions, double turns, double blocks, CpuTime cpuOfEach) {}

    /** The counters at a moment. */
    private record Moment(long nanos, CpuTime cpu, int transactions, long turns, int blocks) {}

    private final PoolRun run;
    private final BlockWatch watch;
    private final int first;
    private final int second;
    private final List<Moment> noted = new ArrayList<>();

    public SteadyRate(PoolRun run, BlockWatch watch, int first, int second) {
        this.run = run;
        this.watch = watch;
        this.first = first;
        this.second = second;
    }

    @Override
    public synchronized void run() {
        int done = watch.transactions();
        if (noted.size() < 2 && done >= (noted.isEmpty() ? first : second)) {
            noted.add(new Moment(System.nanoTime(), CpuTime.now(), done, run.turns(), watch.blocks()));
        }
    }

    public synchronized Figure between() {
        Moment start = noted.get(0);
        Moment end = noted.get(1);
        double seconds = (end.nanos - start.nanos) / 1e9;
        int done = end.transactions - start.transactions;
        return new Figure(
                done / seconds,
                (end.turns - start.turns) / seconds,
                (end.blocks - start.blocks) / seconds,
                end.cpu.since(start.cpu).each(done));
    }
}
