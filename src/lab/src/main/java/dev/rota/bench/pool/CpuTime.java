package dev.rota.bench.pool;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * The CPU time of this process, in ns: broker, scheduler, consumers and benchmark.
 *
 * @param threads the part of its Java threads; the rest is that of compilers and garbage collectors, which take most of a
 *     young process and little of an old one
 */
public record CpuTime(long process, long threads) {

    private static final int IDLE_SECONDS = 4;

    /** Returns the time so far. Threads that have ended do not count. */
    public static CpuTime now() {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new CpuTime(
                process.getProcessCpuTime(),
                Arrays.stream(threads.getThreadCpuTime(threads.getAllThreadIds()))
                        .filter(time -> time > 0)
                        .sum());
    }

    public CpuTime since(CpuTime before) {
        return new CpuTime(process - before.process, threads - before.threads);
    }

    /** Returns the time for each of {@code count} things. */
    public CpuTime each(int count) {
        return new CpuTime(process / count, threads / count);
    }

    public double micros() {
        return process / 1e3;
    }

    /** Returns the part without compilers and garbage collectors. */
    public double threadMicros() {
        return threads / 1e3;
    }

    /** Returns the µs per second that Java threads take while nothing is offered. */
    public static double idleMicrosPerSecond() throws InterruptedException {
        CpuTime before = now();
        TimeUnit.SECONDS.sleep(IDLE_SECONDS);
        return now().since(before).threadMicros() / IDLE_SECONDS;
    }
}
