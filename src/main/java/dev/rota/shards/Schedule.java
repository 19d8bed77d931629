package dev.rota.shards;

/** When a shard stands in the queue. */
final class Schedule {

    private final Pool pool;

    Schedule(Pool pool) {
        this.pool = pool;
    }

    /** A shard that idles though it could work goes to the queue's end; else nothing. */
    void wake(Shard shard) {
        if (shard.couldWork()) {
            pool.enqueue(shard);
            pool.announce(shard, ShardCause.SCHEDULED);
        }
    }

    /** A shard's turn is over: with work left it stands in the queue again, unless it is paused. */
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
