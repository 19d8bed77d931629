package dev.rota.chunks.members;

import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.chunks.tables.ChunksLimits;
import dev.rota.engine.Nullable;
import java.util.List;

/** Detects that all workers that are online have confirmed the chunks that an epoch assigned to them. */
public final class Convergence {

    /** All workers, in percent. */
    private static final int ALL = 100;

    private final NetworkWorkers workers;

    /** The worker that had not confirmed its share at the last check; most often it still has not. */
    @Nullable
    private NetworkWorker awaited;

    public Convergence(NetworkWorkers workers) {
        this.workers = workers;
    }

    /**
     * Returns whether enough of the workers that are online and took part in the epoch in force have confirmed their
     * shares, at least one of them by a ping.
     *
     * @param percent how many are enough
     */
    public boolean isReached(int percent) {
        if (percent == ALL && awaited != null && workers.withBytesOf(awaited.id) == awaited && isAwaited(awaited)) {
            return false;
        }
        awaited = null;
        boolean confirmed = false;
        long tookPart = 0;
        long missing = 0;
        for (NetworkWorker worker : workers.all()) {
            tookPart += worker.isReliable() && worker.tookPart ? 1 : 0;
            confirmed |= worker.isReliable() && worker.hasConfirmedAll();
            if (isAwaited(worker)) {
                awaited = worker;
                missing++;
                if (percent == ALL) {
                    return false;
                }
            }
        }
        return confirmed && (tookPart - missing) * ALL >= percent * tookPart;
    }

    /** Returns the workers that have not confirmed their shares, the first in the order of ids. */
    public List<String> stragglers() {
        return workers.all().stream()
                .filter(Convergence::isAwaited)
                .limit(ChunksLimits.STRAGGLERS_MAX)
                .map(worker -> worker.id.text())
                .toList();
    }

    private static boolean isAwaited(NetworkWorker worker) {
        return worker.isReliable() && worker.tookPart && !worker.hasConfirmedAll();
    }
}
