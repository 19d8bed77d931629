package dev.rota.bench.loop;

import dev.rota.bench.lanes.BenchCluster;
import dev.rota.bench.lanes.Pace;
import dev.rota.bench.lanes.RunTopics;
import dev.rota.bench.lanes.Standstill;
import dev.rota.bench.lanes.WholePath;
import dev.rota.bench.report.Footprint;
import dev.rota.bench.report.HeapPeak;
import dev.rota.workload.Loop;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A closed loop through the whole path, which is filled, warmed up and measured. */
public final class LoopRun implements AutoCloseable {

    /**
     * The result of a loop.
     *
     * @param perSecond events and decisions per second, by the loop's names
     * @param heapPeakBytes the peak of the process, including broker, registry and driver
     * @param footprint the bytes that the loop added on disk
     */
    public record Measured(
            Map<String, Double> perSecond,
            long assignments,
            double assignmentsPerSecond,
            double rowsWrittenPerAssignment,
            double rowsReadPerAssignment,
            long heapPeakBytes,
            Footprint footprint) {}

    private static final Duration PATIENCE = Duration.ofMillis(10);
    private static final Duration SHORT_PATIENCE = Duration.ofMillis(1);

    /** The time within which the scheduler's punctuator has counted all rows. */
    private static final long ROWS_COUNTED_MS = 300;

    private final Loop loop;
    private final RunTopics site;
    private final BenchCluster track;
    private WholePath lane;
    private final LoopDriver driver;

    public LoopRun(BenchCluster track, Loop loop, boolean inBulk) throws InterruptedException, IOException {
        this.loop = loop;
        this.track = track;
        this.site = track.site();
        this.lane = track.wholePath(site);
        lane.start();
        this.driver = new LoopDriver(site, loop, inBulk);
    }

    public RunTopics site() {
        return site;
    }

    /** Produces the initial work and waits until it is decided. Returns the duration in seconds. */
    public double fill() throws InterruptedException {
        long start = System.nanoTime();
        driver.produceWaiting();
        settle();
        return (System.nanoTime() - start) / 1e9;
    }

    /** Waits until all produced events are decided and committed. */
    public void settle() throws InterruptedException {
        driver.flush();
        lane.requireRunning();
        site.awaitCommitted(lane, driver.produced());
    }

    /** Runs the loop for {@code assignments} further assignments. */
    public void turn(long assignments) {
        long end = driver.assigned() + assignments;
        turnUntil(() -> driver.assigned() >= end);
    }

    private void turnUntil(BooleanSupplier done) {
        long begun = System.nanoTime();
        while (!done.getAsBoolean()) {
            driver.turn(PATIENCE);
            lane.requireRunning();
            Standstill.check("assignments", Math.max(begun, driver.lastArrival()));
        }
    }

    /** Runs the loop for {@code assignments} assignments, and measures them. */
    public Measured measure(long assignments) throws InterruptedException {
        HeapPeak.reset();
        Map<String, Long> before = new LinkedHashMap<>(loop.counts());
        long assigned = driver.assigned();
        long written = lane.rowsWritten();
        long read = lane.rowsRead();
        Footprint onDisk = site.footprint();
        long start = System.nanoTime();
        turn(assignments);
        double seconds = (driver.lastArrival() - start) / 1e9;
        Map<String, Double> perSecond = new LinkedHashMap<>();
        loop.counts().forEach((name, count) -> perSecond.put(name, (count - before.getOrDefault(name, 0L)) / seconds));
        long heard = driver.assigned() - assigned;
        TimeUnit.MILLISECONDS.sleep(ROWS_COUNTED_MS);
        return new Measured(
                perSecond,
                heard,
                heard / seconds,
                (double) (lane.rowsWritten() - written) / heard,
                (double) (lane.rowsRead() - read) / heard,
                HeapPeak.bytes(),
                site.footprint().since(onDisk));
    }

    /**
     * The recovery times after a lost disk.
     *
     * @param readySeconds the time until the rows are restored and the scheduler reads its log again
     * @param decidedSeconds the time until its next assignment is committed
     */
    public record Restored(long changelogBytes, double readySeconds, double decidedSeconds) {}

    /** Stops the scheduler, deletes its state, and starts it again. */
    public Restored loseDisk() throws InterruptedException, IOException {
        settle();
        lane.close();
        site.loseState();
        long bytes = site.footprint().changelog();
        long start = System.nanoTime();
        lane = track.wholePath(site);
        lane.start();
        double ready = (System.nanoTime() - start) / 1e9;
        turn(1);
        return new Restored(bytes, ready, (driver.lastArrival() - start) / 1e9);
    }

    /**
     * Offers work at a fixed rate to free takers, after a warm-up. Returns the times from the due time of work to its
     * committed assignment, in ms.
     */
    public double[] latencies(long perSecond, int warmSeconds, int seconds) throws InterruptedException {
        driver.turn(PATIENCE);
        settle();
        offer(perSecond, warmSeconds);
        driver.forgetLatencies();
        offer(perSecond, seconds);
        turnUntil(() -> driver.unassigned() == 0);
        return driver.latencies();
    }

    private void offer(long perSecond, int seconds) {
        Pace pace = new Pace(perSecond, seconds);
        while (pace.hasMore()) {
            pace.offer(driver::offer);
            driver.turn(SHORT_PATIENCE);
            lane.requireRunning();
        }
    }

    @Override
    public void close() throws IOException {
        driver.close();
        lane.close();
        site.close();
    }
}
