package dev.rota.shards;

/** Gives the shards at the queue's head to workers that are free. Every step ends with it. */
final class Dispatch {

    private final Pool pool;

    Dispatch(Pool pool) {
        this.pool = pool;
    }

    void run() {
        while (!pool.queue().isEmpty() && pool.workers().anyFree()) {
            WaitingShard head = pool.queue().head();
            begin(pool.shards().expect(head.getShard()), head.getSince());
        }
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
