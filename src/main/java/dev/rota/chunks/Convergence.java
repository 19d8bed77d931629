package dev.rota.chunks;

import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.engine.Nullable;

/** Detects that all workers that are online have confirmed the chunks that an epoch assigned to them. */
final class Convergence {

    private final NetworkWorkers workers;

    /** The worker that had not confirmed its share at the last check; most often it still has not. */
    @Nullable
    private NetworkWorker awaited;

    Convergence(NetworkWorkers workers) {
        this.workers = workers;
    }

    /**
     * Returns whether all workers that are online and took part in the epoch in force have confirmed their shares, at
     * least one of them by a ping.
     */
    boolean isReached() {
        if (awaited != null && workers.withBytesOf(awaited.id) == awaited && isAwaited(awaited)) {
            return false;
        }
        awaited = null;
        boolean confirmed = false;
        for (NetworkWorker worker : workers.all()) {
            if (isAwaited(worker)) {
                awaited = worker;
                return false;
            }
            confirmed |= worker.isReliable() && worker.hasConfirmedAll();
        }
        return confirmed;
    }

    private static boolean isAwaited(NetworkWorker worker) {
        return worker.isReliable() && worker.tookPart && !worker.hasConfirmedAll();
    }
}
