package dev.rota.bench;

import dev.rota.bench.lanes.Workload;
import dev.rota.bench.report.HeapPeak;
import dev.rota.engine.Domain;
import dev.rota.workload.Loop;
import dev.rota.workload.Traffic;
import java.util.List;

/** Measures the pure engine: decoding, deciding, encoding and chaining, in memory. */
final class EngineBench {

    /** The result of a run, with the peak of the heap. */
    record Result(long events, double seconds, long heapPeakBytes) {

        double eventsPerSecond() {
            return events / seconds;
        }
    }

    /** The result of a closed loop, after it was filled. */
    record LoopResult(long assignments, long events, double fillSeconds, double seconds, long heapPeakBytes) {}

    /** The number of events per millisecond of log time, which determines how often timers fire. */
    private static final int LOOP_EVENTS_PER_MS = 50;

    private EngineBench() {}

    static Result run(Domain domain, Traffic traffic, long events) {
        Workload.Replay replay = new Workload.Replay(domain);
        HeapPeak.reset();
        long start = System.nanoTime();
        long done = 0;
        while (done < events) {
            for (Traffic.Fact fact : traffic.at(done)) {
                replay.decide(fact);
                done++;
            }
        }
        return new Result(done, (System.nanoTime() - start) / 1e9, HeapPeak.bytes());
    }

    /** Runs a loop in memory for {@code assignments} assignments, after a tenth of them as warm-up. */
    static LoopResult loop(Domain domain, Loop loop, long assignments) {
        long[] assigned = {0};
        String heard = loop.hears().topic();
        Workload.Replay replay = new Workload.Replay(domain, LOOP_EVENTS_PER_MS, decision -> {
            if (decision.output().topic().equals(heard)) {
                loop.answer(heard, decision.value());
                assigned[0] += loop.assigned(decision.value()) == null ? 0 : 1;
            }
        });
        long begun = System.nanoTime();
        for (List<Traffic.Fact> part = loop.waiting(); !part.isEmpty(); part = loop.waiting()) {
            part.forEach(replay::decide);
        }
        long filled = System.nanoTime();
        turn(replay, loop, assigned, assignments / 10);
        HeapPeak.reset();
        long before = assigned[0];
        long start = System.nanoTime();
        long events = turn(replay, loop, assigned, before + assignments);
        return new LoopResult(
                assigned[0] - before,
                events,
                (filled - begun) / 1e9,
                (System.nanoTime() - start) / 1e9,
                HeapPeak.bytes());
    }

    private static long turn(Workload.Replay replay, Loop loop, long[] assigned, long until) {
        long events = 0;
        while (assigned[0] < until) {
            List<Traffic.Fact> facts = loop.at(0);
            if (facts.isEmpty()) {
                replay.waitForTimer();
            }
            facts.forEach(replay::decide);
            events += facts.size();
        }
        return events;
    }
}
