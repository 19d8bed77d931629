package dev.rota.bench;

import dev.rota.engine.Domain;
import dev.rota.engine.Traffic;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;

/** The pure engine by itself: decoding, deciding, encoding and chaining, in memory. */
final class EngineBench {

    /** What it showed; memory is the heap's peak. */
    record Result(long events, double seconds, long heapPeakBytes) {

        double eventsPerSecond() {
            return events / seconds;
        }
    }

    private EngineBench() {}

    static Result run(Domain domain, Traffic traffic, long events) {
        Workload.Replay replay = new Workload.Replay(domain);
        peakReset();
        long start = System.nanoTime();
        long done = 0;
        while (done < events) {
            for (Traffic.Fact fact : traffic.at(done)) {
                replay.decide(fact);
                done++;
            }
        }
        return new Result(done, (System.nanoTime() - start) / 1e9, peak());
    }

    private static void peakReset() {
        ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
    }

    private static long peak() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
    }
}
