package dev.rota.shards;

/**
 * Turns that end without a report that makes sense. So that a transaction which kills its workers is found, what was out
 * is suspect from then on and executed one by one; and so that a worker which fails everything does not get everything,
 * the shard avoids it.
 */
final class LostTurns {

    private final Pool pool;

    LostTurns(Pool pool) {
        this.pool = pool;
    }

    void lose(Turn turn, ShardCause cause, String message) {
        Shard shard = pool.shards().expect(turn.shard());
        if (cause != ShardCause.WORKER_LEFT) {
            suspect(shard, turn, cause, message);
        }
        new Schedule(pool).rest(shard, turn, cause);
    }

    private void suspect(Shard shard, Turn turn, ShardCause cause, String message) {
        shard.avoids = turn.worker().id;
        shard.losses++;
        shard.suspects = Math.max(shard.suspects, turn.size());
        if (turn.size() == 1 && shard.losses >= pool.policy().getAttemptsMax()) {
            DeadLetterReason reason = cause == ShardCause.BATCH_FAILED
                    ? DeadLetterReason.BATCH_FAILED
                    : DeadLetterReason.ATTEMPTS_EXHAUSTED;
            new DeadLetters(pool).first(shard, turn, 1, reason, message);
            shard.losses = 0;
        }
    }
}
