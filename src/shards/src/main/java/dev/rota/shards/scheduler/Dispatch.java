package dev.rota.shards.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.shards.WaitingShard;
import dev.rota.shards.pool.Pool;
import dev.rota.shards.shard.Shard;
import dev.rota.shards.workers.PoolWorker;
import java.util.Iterator;
import java.util.NavigableSet;

/** Dispatches the shards at the head of the queue to free workers, at the end of each step. */
final class Dispatch {

    private final Pool pool;

    Dispatch(Pool pool) {
        this.pool = pool;
    }

    /**
     * Dispatches until no shard can be dispatched or the step has no room; returns whether it finished. A following
     * step continues from queue and workers. While an overdue batch or a silent worker is not handled yet, nothing is
     * dispatched: that worker loses its turns in the following step.
     */
    boolean run() {
        pool.workers().wake(pool.now());
        while (pool.deadline() > pool.judgedTo()) {
            NavigableSet<PoolWorker> free = pool.workers().free(pool.turns().size() > 0);
            WaitingShard next = pool.queue().next(free);
            if (next == null) {
                return true;
            }
            if (!pool.step().hasRoom()) {
                return false;
            }
            Shard shard = pool.shards().expect(next.getShard());
            begin(shard, worker(free, shard.avoids), next.getSince());
        }
        return true;
    }

    /** Returns the free worker with the lowest load, but not the one to avoid while another is free. */
    private static PoolWorker worker(NavigableSet<PoolWorker> free, @Nullable String avoided) {
        Iterator<PoolWorker> inOrder = free.iterator();
        PoolWorker first = inOrder.next();
        return first.id.equals(avoided) && inOrder.hasNext() ? inOrder.next() : first;
    }

    private void begin(Shard shard, PoolWorker worker, long since) {
        new ShardTransitions(pool).dispatch(shard, worker, pool.now() - since);
        new BatchSender(pool).first(shard, worker);
    }
}
