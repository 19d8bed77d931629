package dev.rota.stream;

import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerReady;
import dev.rota.shards.scheduler.PoolHistory;
import dev.rota.testing.Dice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Injects faults into a pool's processes: each kind in turn, on a random worker or on the scheduler. */
final class PoolFaults implements AutoCloseable {

    private enum Fault {
        KILL_THE_SCHEDULER,
        FREEZE_A_WORKER,
        KILL_ALL_WORKERS,
        FREEZE_THE_SCHEDULER,
        KILL_A_WORKER,
        RESTART_A_WORKER
    }

    private final Dice dice;
    private final RunProcess rota;
    private final long workerTimeoutMs;
    private final List<WorkerProcess> workers = new ArrayList<>();
    private int next;

    PoolFaults(Dice dice, RunProcess rota, long workerTimeoutMs) {
        this.dice = dice;
        this.rota = rota;
        this.workerTimeoutMs = workerTimeoutMs;
    }

    void add(WorkerProcess worker) {
        workers.add(worker);
    }

    /** Injects the next fault. Calls {@code hear} repeatedly while it lasts. */
    void inject(Runnable hear) throws IOException, InterruptedException {
        workers.forEach(WorkerProcess::ensureAlive);
        Fault fault = Fault.values()[next++ % Fault.values().length];
        WorkerProcess victim = dice.of(workers);
        switch (fault) {
            case KILL_A_WORKER -> {
                victim.kill();
                victim.start();
            }
            case RESTART_A_WORKER -> {
                victim.leave();
                victim.start();
            }
            case KILL_ALL_WORKERS -> {
                for (WorkerProcess worker : workers) {
                    worker.kill();
                }
                for (WorkerProcess worker : workers) {
                    worker.start();
                }
            }
            case FREEZE_A_WORKER -> {
                victim.freeze();
                pass(workerTimeoutMs + dice.below(2_000), hear);
                victim.thaw();
            }
            case KILL_THE_SCHEDULER -> {
                rota.kill();
                pass(dice.below(1_000), hear);
                rota.start();
            }
            case FREEZE_THE_SCHEDULER -> {
                rota.freeze();
                pass(dice.below(3_000), hear);
                rota.thaw();
            }
        }
    }

    /** Waits for an amount of real time, since nothing else shows how long a fault has lasted. */
    private static void pass(long ms, Runnable hear) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
        Await.until(ms + " ms", () -> {
            hear.run();
            return System.nanoTime() - end >= 0;
        });
    }

    /** Stops all workers in an orderly way. */
    void leave() throws InterruptedException {
        for (WorkerProcess worker : workers) {
            worker.leave();
        }
    }

    /** Returns the events by which the workers register their threads. */
    List<WorkerEvent> ready() {
        return ready(workers);
    }

    static List<WorkerEvent> ready(List<WorkerProcess> workers) {
        return workers.stream()
                .map(worker ->
                        new WorkerEvent(PoolHistory.POOL, worker.worker(), new WorkerReady(worker.threads(), "")))
                .toList();
    }

    @Override
    public void close() {
        workers.forEach(WorkerProcess::close);
    }
}
