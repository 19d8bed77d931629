package dev.rota.shards;

/** Gives the shards at the queue's head to workers that are free. Every step ends with it. */
final class Dispatch {

    private final Pool pool;

    Dispatch(Pool pool) {
        this.pool = pool;
    }

    /**
     * Dispatches to the end, or until the step has no room; whether it came to the end. Queue and workers say all of what
     * is left. While a deadline has come and is not dealt with, nothing is dispatched: whom it concerns is about to lose
     * what it has, and the timer is due at once.
     */
    boolean run() {
        while (!pool.queue().isEmpty() && pool.workers().anyFree() && pool.deadline() > pool.now()) {
            if (!pool.step().hasRoom()) {
                return false;
            }
            WaitingShard head = pool.queue().head();
            begin(pool.shards().expect(head.getShard()), head.getSince());
        }
        return true;
    }

    private void begin(Shard shard, long since) {
        Worker worker = pool.workers().free(shard.avoids);
        pool.dequeue(shard);
        shard.token = pool.turns().newToken();
        pool.workers().begin(worker, shard.token);
        pool.announceTurn(shard, worker, pool.now() - since);
        new Batches(pool).send(shard, worker, 1);
    }
}
