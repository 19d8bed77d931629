package dev.rota.chunks.routes;

import dev.rota.chunks.placement.AscendingInts;
import dev.rota.chunks.placement.Motion;
import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.placement.WorkerShare;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import java.util.ArrayList;
import java.util.List;

/** The changes of routes that an epoch makes, until all shares are replaced. */
public final class EpochRoutes {

    private final Step step;
    private final Routes routes;
    private final List<int[]> lost = new ArrayList<>();
    private final List<int[]> regained = new ArrayList<>();
    private long forced;

    /** Begins the changes. */
    public EpochRoutes(Step step, Routes routes) {
        this.step = step;
        this.routes = routes;
        routes.settle(step);
    }

    /**
     * Adapts to a worker's new share, before its rows are replaced.
     *
     * @param motion what the epoch does with its extra copies
     */
    public void follow(NetworkWorker worker, WorkerShare share, Motion motion) {
        MovingCopies moving = routes.moving();
        if (share.removed() == 0 && motion.extra().length == 0 && !moving.has(worker.id)) {
            return;
        }
        int[] now = share.numbers();
        int[] before = routes.of(worker);
        int[] left = moving.left(worker.id);
        forced += routes.taken(worker, now);
        int[] back = AscendingInts.without(AscendingInts.common(left, now), motion.extra());
        int[] ended = AscendingInts.union(AscendingInts.without(before, now), motion.leave());
        routes.replace(worker, ended, back);
        moving.follow(step, worker.id, motion, AscendingInts.union(before, left), step.now());
        lost.add(ended);
        regained.add(back);
    }

    /**
     * Adapts to a worker that has no share in this epoch.
     *
     * @param worker the worker, or null if it is not in the set
     */
    public void depart(WorkerId id, @Nullable NetworkWorker worker) {
        if (worker != null) {
            int[] before = routes.of(worker);
            forced += routes.taken(worker, new int[0]);
            routes.clear(worker, before);
            lost.add(before);
        }
        routes.moving().drop(step, id);
    }

    /** Finishes the epoch after all shares are replaced; returns how many copies were taken from readers. */
    public long finish() {
        routes.finish(step, regained, lost);
        return forced;
    }
}
