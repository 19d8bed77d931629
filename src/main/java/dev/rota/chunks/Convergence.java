package dev.rota.chunks;

import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.chunks.policy.Policy;
import dev.rota.engine.Nullable;

/** Whether all workers that are online have confirmed what an epoch assigned to them. */
final class Convergence {

    private final NetworkWorkers workers;

    /** A worker that had not confirmed its share when that was looked at last: most often it still has not. */
    @Nullable
    private NetworkWorker awaited;

    Convergence(NetworkWorkers workers) {
        this.workers = workers;
    }

    /**
     * Whether all workers that are online and took part in an epoch have confirmed their shares, at least one of them by
     * a ping.
     */
    boolean isReached(Policy policy, long epoch) {
        if (awaited != null && workers.withBytesOf(awaited.id) == awaited && isAwaited(awaited, policy, epoch)) {
            return false;
        }
        awaited = null;
        boolean confirmed = false;
        for (NetworkWorker worker : workers.all()) {
            if (isAwaited(worker, policy, epoch)) {
                awaited = worker;
                return false;
            }
            confirmed |= worker.isReliable() && worker.hasConfirmedAll();
        }
        return confirmed;
    }

    private static boolean isAwaited(NetworkWorker worker, Policy policy, long epoch) {
        return worker.isReliable()
                && worker.capacity(policy) != null
                && worker.registeredAfter < epoch
                && !worker.hasConfirmedAll();
    }
}
