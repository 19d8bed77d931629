package dev.rota.stream;

import dev.rota.engine.Dice;
import dev.rota.shards.PoolHistory;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerReady;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What befalls a pool's processes: each kind of blow in turn, upon whom chance says. */
final class PoolBlows implements AutoCloseable {

    private enum Blow {
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

    PoolBlows(Dice dice, RunProcess rota, long workerTimeoutMs) {
        this.dice = dice;
        this.rota = rota;
        this.workerTimeoutMs = workerTimeoutMs;
    }

    void add(WorkerProcess worker) {
        workers.add(worker);
    }

    /** The next blow; what the pool decides meanwhile is heard. */
    void strike(Runnable hear) throws IOException, InterruptedException {
        workers.forEach(WorkerProcess::ensureAlive);
        Blow blow = Blow.values()[next++ % Blow.values().length];
        WorkerProcess victim = dice.of(workers);
        switch (blow) {
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

    /** Nothing else tells those who stand still that time goes by. */
    private static void pass(long ms, Runnable hear) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
        Await.until(ms + " ms", () -> {
            hear.run();
            return System.nanoTime() - end >= 0;
        });
    }

    /** Workers finish what they have. */
    void leave() throws InterruptedException {
        for (WorkerProcess worker : workers) {
            worker.leave();
        }
    }

    /** What workers say of their threads. */
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
