package dev.rota.shards;

/** Dispatches the shards at the head of the queue to free workers. Every step ends with it. */
final class Dispatch {

    private final Pool pool;

    Dispatch(Pool pool) {
        this.pool = pool;
    }

    /**
     * Dispatches until there is nothing left or the step has no room; returns whether it finished. The remainder
     * follows from queue and workers. While a deadline was judged but is not handled, nothing is dispatched: the worker
     * concerned is about to lose its turns, in the step that follows.
     */
    boolean run() {
        while (!pool.queue().isEmpty() && pool.workers().anyFree() && pool.deadline() > pool.judgedTo()) {
            if (!pool.step().hasRoom()) {
                return false;
            }
            WaitingShard head = pool.queue().head();
            begin(pool.shards().expect(head.getShard()), head.getSince());
        }
        return true;
    }

    private void begin(Shard shard, long since) {
        PoolWorker worker = pool.workers().free(shard.avoids);
        pool.dequeue(shard);
        shard.token = pool.turns().newToken();
        pool.workers().begin(worker, shard.token);
        pool.announceTurn(shard, worker, pool.now() - since);
        new Batches(pool).send(shard, worker, 1);
    }
}
