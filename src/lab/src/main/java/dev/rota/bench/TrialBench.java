package dev.rota.bench;

import dev.rota.bench.report.HeapPeak;
import dev.rota.bench.report.ReportPrinter;
import dev.rota.engine.machine.ParallelThreads;
import dev.rota.workload.Trial;
import java.util.function.Supplier;

/** Measures parts of a domain's work in memory: the time of each stage and its peak heap. */
final class TrialBench implements Trial.Watch {

    private final ReportPrinter out;

    TrialBench(ReportPrinter out) {
        this.out = out;
    }

    void run(String name, Trial trial) {
        out.print("");
        out.print("%s", name);
        try (ParallelThreads threads = ParallelThreads.onAllProcessors()) {
            trial.run(this, threads);
        }
    }

    @Override
    public <T> T stage(String name, Supplier<T> work) {
        HeapPeak.reset();
        long start = System.nanoTime();
        T result = work.get();
        out.print(
                "  %-34s %8.2f s   heap peak %,6d MiB",
                name, (System.nanoTime() - start) / 1e9, HeapPeak.bytes() >> 20);
        return result;
    }

    @Override
    public void say(String sentence) {
        out.print("  %s", sentence);
    }
}
