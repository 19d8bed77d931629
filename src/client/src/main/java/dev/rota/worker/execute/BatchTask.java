package dev.rota.worker.execute;

import dev.rota.engine.Nullable;
import dev.rota.shards.Batch;
import dev.rota.shards.Receipt;
import java.util.ArrayList;
import java.util.List;

/**
 * A batch that was assigned to this worker. All that changes, but for its receipts, is guarded by its {@link BatchTasks}.
 */
final class BatchTask {

    enum Phase {
        /** Waits for its parent block. */
        WAITING,
        /** Waits for a thread. */
        READY,
        RUNNING,
        /** Was executed or given up; its report may still be in flight. */
        ENDED
    }

    private final Batch batch;

    /** The time at which the first batch arrived, plus the time for which it then waited for a thread. */
    private long turnSince;

    /** The number of the batch among the pool's outputs, or the greatest one if it is unknown. */
    private final long seq;

    /** The unreported receipts of transactions that are handled one by one. Guarded by this task. */
    private final List<Receipt> receipts = new ArrayList<>();

    Phase phase = Phase.WAITING;

    /** True if its turn is known to be lost, so that its result does not count. Read by any thread. */
    volatile boolean lost;

    /** True if the worker has left without its result. */
    boolean abandoned;

    @Nullable
    Thread thread;

    long readySince;
    long runningSince;

    BatchTask(Batch batch, long seq, long turnSince) {
        this.batch = batch;
        this.seq = seq;
        this.turnSince = turnSince;
    }

    Batch batch() {
        return batch;
    }

    long seq() {
        return seq;
    }

    synchronized void add(Receipt receipt) {
        receipts.add(receipt);
    }

    /** Removes and returns the receipts that are not reported. */
    synchronized List<Receipt> takeReceipts() {
        List<Receipt> taken = List.copyOf(receipts);
        receipts.clear();
        return taken;
    }

    /** Returns when the turn began, on the monotonic clock. */
    synchronized long turnSince() {
        return turnSince;
    }

    /** Moves the beginning of the turn. */
    synchronized void turnSince(long since) {
        turnSince = since;
    }
}
