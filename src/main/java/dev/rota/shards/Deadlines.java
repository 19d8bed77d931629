package dev.rota.shards;

/** What was to be said by now, and was not. */
final class Deadlines {

    private final Pool pool;

    Deadlines(Pool pool) {
        this.pool = pool;
    }

    /** Batches by token, then workers by id. */
    void pass(long time) {
        for (Turn turn : pool.turns().overdue(time)) {
            new LostTurns(pool).lose(turn, ShardCause.BATCH_TIMEOUT, "the batch was not reported by its deadline");
            pool.workers().stick(turn.worker(), turn.token());
        }
        pool.workers().overdue(time).forEach(new Presence(pool)::silent);
    }
}
