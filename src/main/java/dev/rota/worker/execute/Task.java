package dev.rota.worker.execute;

import dev.rota.engine.Nullable;
import dev.rota.shards.Batch;

/** A batch in hand. All but its batch is guarded by its {@link Hand}. */
final class Task {

    enum Phase {
        /** For the block that it follows. */
        WAITING,
        /** For a thread. */
        READY,
        RUNNING,
        /** Executed or given up; its report may still be on its way. */
        ENDED
    }

    private final Batch batch;
    private final long turnSince;

    Phase phase = Phase.WAITING;

    /** Its turn is known to be lost, so what comes of it counts for nothing. */
    boolean lost;

    @Nullable
    Thread thread;

    long runningSince;

    Task(Batch batch, long turnSince) {
        this.batch = batch;
        this.turnSince = turnSince;
    }

    Batch batch() {
        return batch;
    }

    /** When the turn's first batch came, on the monotonic clock. */
    long turnSince() {
        return turnSince;
    }
}
