package dev.rota.bench;

import dev.rota.bench.lanes.AuditBench;
import dev.rota.bench.lanes.BenchCluster;
import dev.rota.bench.lanes.TrafficRecording;
import dev.rota.bench.lanes.Workload;
import dev.rota.bench.lanes.Workload.Prepared;
import dev.rota.bench.lanes.Workload.Reply;
import dev.rota.bench.loop.LoopRun;
import dev.rota.bench.loop.LoopRun.Measured;
import dev.rota.bench.report.Figures;
import dev.rota.bench.report.ReportPrinter;
import dev.rota.bench.report.Spread;
import dev.rota.engine.Domain;
import dev.rota.workload.Loop;
import dev.rota.workload.Workloads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/** Benchmarks a domain whose events follow from its decisions: a closed loop, and a pass-through of its recording. */
final class LoopBench {

    /** Runs for latency. In a new process the first one is slower. */
    private static final int LATENCY_ROUNDS = 3;

    private final Domain domain;
    private final Workloads workloads;
    private final Bench.Size size;
    private final ReportPrinter report;

    LoopBench(Domain domain, Workloads workloads, Bench.Size size, ReportPrinter report) {
        this.domain = domain;
        this.workloads = workloads;
        this.size = size;
        this.report = report;
    }

    /**
     * Runs the loop and the pass-through alternately, so that neither has the warmer machine. The first round is not
     * counted.
     */
    void wholePath(BenchCluster track) throws InterruptedException, IOException {
        List<Measured> loops = new ArrayList<>();
        List<Double> fills = new ArrayList<>();
        List<Double> passes = new ArrayList<>();
        double audited = Double.NaN;
        Shape shape = new Shape();
        for (int round = 0; round <= size.rounds(); round++) {
            Workload recorded;
            try (LoopRun run = new LoopRun(track, loop(size.queued()), true)) {
                double seconds = run.fill();
                TrafficRecording recording = new TrafficRecording(run.site());
                run.turn(Math.max(1, size.events() / 4));
                Measured measured = run.measure(size.events());
                run.settle();
                recorded = recording.end("loop");
                shape = Shape.of(recorded, loop(0), recording);
                if (round == size.rounds()) {
                    // The audit runs after the last round: it runs the same code on other rows, and the profile that
                    // the compiler collects there slows later rounds.
                    audited = AuditBench.recordsPerSecond(domain, run.site());
                }
                if (round > 0) {
                    fills.add(seconds);
                    loops.add(measured);
                }
            }
            Figures pass = track.throughput(recorded, true);
            if (round > 0) {
                passes.add(pass.eventsPerSecond() * shape.assignments / shape.events);
                shape.passRowsPerEvent = pass.rowsPerEvent();
            }
        }
        print(loops, fills, passes, shape);
        double whole = median(loops, Measured::assignmentsPerSecond) * shape.events / shape.assignments;
        report.print(
                "  audit of it: %,.0f events/s, %.1f times the whole path's %,.0f", audited, audited / whole, whole);
        report.print("");
        report.print("half of that load");
        latency(track, Math.max(1, Math.round(median(loops, Measured::assignmentsPerSecond) / 2)));
    }

    /** The figures of the last recording and of its pass-through. */
    private static final class Shape {
        long events;
        long assignments;
        long records;
        double rows;
        double bytesPerRow;
        double passRowsPerEvent;

        static Shape of(Workload recorded, Loop loop, TrafficRecording recording) {
            Shape shape = new Shape();
            shape.events = recorded.events().size();
            shape.records = recorded.outputs();
            shape.rows = recording.rows();
            shape.bytesPerRow = recording.bytesPerRow();
            for (Prepared event : recorded.events()) {
                for (Reply reply : event.replies()) {
                    if (reply.topic().equals(loop.hears().topic())
                            && loop.assigned(loop.hears().codec().decode(reply.avro())) != null) {
                        shape.assignments++;
                    }
                }
            }
            return shape;
        }
    }

    private void print(List<Measured> loops, List<Double> fills, List<Double> passes, Shape shape) {
        List<Double> rates = loops.stream().map(Measured::assignmentsPerSecond).toList();
        Spread whole = Spread.of(rates);
        Spread pass = Spread.of(passes);
        Spread ratio = Spread.ratio(rates, passes);
        double fill = median(fills, Double::doubleValue);
        report.print("");
        report.print(
                "closed loop with %,d waiting: medians of %d rounds of %,d assignments",
                size.queued(), size.rounds(), size.events());
        report.print("  filled in %.1f s: %,.0f a second", fill, size.queued() / fill);
        for (String name : loops.get(0).perSecond().keySet()) {
            report.print(
                    "  %-26s %,12.0f a second",
                    name, median(loops, loop -> loop.perSecond().getOrDefault(name, Double.NaN)));
        }
        report.print("  %-26s %,12.0f assignments a second %s", "whole path", whole.median(), whole.range(0));
        report.print("  %-26s %,12.0f assignments a second %s", "pass-through", pass.median(), pass.range(0));
        report.print("  whole path / pass-through: %.2f %s", ratio.median(), ratio.range(2));
        report.print(
                "  rows an assignment: %.2f written, %.2f looked up; heap peak %d MiB, broker and driver included",
                median(loops, Measured::rowsWrittenPerAssignment),
                median(loops, Measured::rowsReadPerAssignment),
                (long) median(loops, loop -> loop.heapPeakBytes()) >> 20);
        report.print(
                "  recorded: %.2f events, %.2f output records, %.2f changelog records of %.0f bytes an assignment;"
                        + " rows an event %.2f, of the pass-through %.2f",
                (double) shape.events / shape.assignments,
                (double) shape.records / shape.assignments,
                shape.rows / shape.assignments,
                shape.bytesPerRow,
                shape.rows / shape.events,
                shape.passRowsPerEvent);
        Measured last = loops.get(loops.size() - 1);
        last.footprint().printPerMillion(report, "assignments", last.assignments());
    }

    /** Measures recovery from a lost disk after some traffic. */
    void lostDisk(BenchCluster track) throws InterruptedException, IOException {
        try (LoopRun run = new LoopRun(track, loop(size.queued()), true)) {
            run.fill();
            run.turn(size.loseDiskAfter());
            LoopRun.Restored restored = run.loseDisk();
            report.print("");
            report.print(
                    "lost disk with %,d waiting, after %,d assignments: changelog %,d MiB, restored in %.1f s, next"
                            + " assignment committed after %.1f s",
                    size.queued(),
                    size.loseDiskAfter(),
                    restored.changelogBytes() >> 20,
                    restored.readySeconds(),
                    restored.decidedSeconds());
        }
    }

    /** Measures the latency of assignments at a rate that the farm can bear. */
    void latency(BenchCluster track, long perSecond) throws InterruptedException, IOException {
        // a lane that has just started is not warmed up; the first round of throughput is not counted either
        int warmSeconds = size.rateSeconds() / 2;
        report.print(
                "%,d offered a second to a free farm, ms from offer to committed assignment, after %d s of the same",
                perSecond, warmSeconds);
        for (int round = 0; round < LATENCY_ROUNDS; round++) {
            try (LoopRun run = new LoopRun(track, loop(0), false)) {
                double[] ms = run.latencies(perSecond, warmSeconds, size.rateSeconds());
                report.print(
                        "  %-26s p50 %6.1f   p99 %6.1f   (%,d assignments)",
                        "whole path", Figures.quantile(ms, 0.5), Figures.quantile(ms, 0.99), ms.length);
            }
        }
    }

    void engine() {
        EngineBench.LoopResult result = EngineBench.loop(domain, loop(size.queued()), size.engineEvents());
        report.print("");
        report.print(
                "closed loop with %,d waiting: pure engine, filled in %.1f s, %,d assignments in %.1f s: %,.0f"
                        + " assignments/s, %,.0f events/s, heap peak %d MiB",
                size.queued(),
                result.fillSeconds(),
                result.assignments(),
                result.seconds(),
                result.assignments() / result.seconds(),
                result.events() / result.seconds(),
                result.heapPeakBytes() >> 20);
    }

    private Loop loop(int waiting) {
        return Objects.requireNonNull(workloads.loop(waiting));
    }

    private static <T> double median(List<T> runs, ToDoubleFunction<T> figure) {
        return Figures.quantile(runs.stream().mapToDouble(figure).toArray(), 0.5);
    }
}
