package dev.rota.worker.execute;

import dev.rota.engine.Nullable;
import dev.rota.shards.Batch;

/** A batch that was assigned to this worker. All of it but the batch itself is guarded by its {@link BatchTasks}. */
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
    private final long turnSince;

    Phase phase = Phase.WAITING;

    /** True if its turn is known to be lost, so that its result does not count. */
    boolean lost;

    @Nullable
    Thread thread;

    long runningSince;

    BatchTask(Batch batch, long turnSince) {
        this.batch = batch;
        this.turnSince = turnSince;
    }

    Batch batch() {
        return batch;
    }

    /** Returns when the turn's first batch arrived, on the monotonic clock. */
    long turnSince() {
        return turnSince;
    }
}
