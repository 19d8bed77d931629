package dev.rota.bench.network;

import dev.rota.bench.report.HeapPeak;
import dev.rota.bench.report.ReportPrinter;
import java.util.function.Supplier;

/** Measures the time of each stage of work in memory, and its peak heap. */
final class StageWatch {

    private final ReportPrinter out;

    StageWatch(ReportPrinter out) {
        this.out = out;
    }

    /** Runs a stage and prints its time and memory; returns its result. */
    <T> T stage(String name, Supplier<T> work) {
        HeapPeak.reset();
        long start = System.nanoTime();
        T result = work.get();
        out.print(
                "  %-34s %8.2f s   heap peak %,6d MiB",
                name, (System.nanoTime() - start) / 1e9, HeapPeak.bytes() >> 20);
        return result;
    }

    /** Prints the result of a stage. */
    void say(String sentence) {
        out.print("  %s", sentence);
    }
}
