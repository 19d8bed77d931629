package dev.rota.shards.scheduler;

import dev.rota.shards.DeadLetterReason;
import dev.rota.shards.ShardCause;
import dev.rota.shards.pool.DepartedWorkers.Departed;
import dev.rota.shards.pool.Pool;
import dev.rota.shards.pool.Turn;
import dev.rota.shards.shard.Shard;

/**
 * Ends turns without a valid report. To find a transaction that kills its workers, the transactions of the batch become
 * suspects and are executed one by one. The shard avoids the worker, so that a worker that fails every batch does not
 * get every batch. A turn on a sick worker does not count against the shard if the pool has a worker that is not sick.
 */
final class TurnFailure {

    private final Pool pool;

    TurnFailure(Pool pool) {
        this.pool = pool;
    }

    /** Ends the turns of departed workers, by worker and token; returns whether the step had room for all of them. */
    boolean endDeparted() {
        for (Departed first = pool.departed().first();
                first != null;
                first = pool.departed().first()) {
            if (!pool.step().hasRoom()) {
                return false;
            }
            lose(pool.turns().expect(first.worker().turns.first()), first.cause(), first.message());
        }
        return true;
    }

    void lose(Turn turn, ShardCause cause, String message) {
        Shard shard = pool.shards().expect(turn.shard());
        if (cause != ShardCause.WORKER_LEFT) {
            WorkerHealth health = new WorkerHealth(pool);
            health.failed(shard, turn);
            if (!health.costsNothing(turn)) {
                suspect(shard, turn, cause, message);
            } else if (shard.retries == 0 && !shard.failed) {
                shard.avoids = turn.worker().id;
            }
        }
        new ShardTransitions(pool).rest(shard, turn, cause);
    }

    private void suspect(Shard shard, Turn turn, ShardCause cause, String message) {
        shard.avoids = turn.worker().id;
        shard.losses++;
        shard.retries = 0;
        shard.failed = false;
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
