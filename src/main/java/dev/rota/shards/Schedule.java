package dev.rota.shards;

/** Decides when a shard is in the queue. */
final class Schedule {

    private final Pool pool;

    Schedule(Pool pool) {
        this.pool = pool;
    }

    /** Appends an idle shard that has work to the queue. */
    void wake(Shard shard) {
        if (shard.couldWork()) {
            pool.enqueue(shard);
            pool.announce(shard, ShardCause.SCHEDULED);
        }
    }

    /** Ends a shard's turn; if it has work left and is not paused, it is queued again. */
    void rest(Shard shard, Turn turn, ShardCause cause) {
        pool.turns().remove(turn);
        pool.workers().end(turn.worker(), turn.token());
        shard.token = 0;
        pool.shards().save(shard);
        if (shard.couldWork()) {
            pool.enqueue(shard);
        }
        pool.announce(shard, cause);
    }
}
