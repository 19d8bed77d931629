package dev.rota.shards;

/** Handles overdue batches and silent workers. */
final class Deadlines {

    private final Pool pool;

    Deadlines(Pool pool) {
        this.pool = pool;
    }

    /**
     * Batches by token, then workers by id. Where the step has no room for all batches, the rest of them and the workers
     * are overdue still, so the timer on the earliest deadline fires again at once; nothing is dispatched until then.
     */
    void pass(long time) {
        for (Turn turn : pool.turns().overdue(time)) {
            if (!pool.step().hasRoom()) {
                return;
            }
            new LostTurns(pool).lose(turn, ShardCause.BATCH_TIMEOUT, "the batch was not reported by its deadline");
            pool.workers().stick(turn.worker(), turn.token());
        }
        pool.workers().overdue(time).forEach(new Presence(pool)::silent);
    }
}
