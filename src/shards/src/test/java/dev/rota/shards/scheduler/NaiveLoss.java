package dev.rota.shards.scheduler;

import dev.rota.shards.DeadLetterReason;
import dev.rota.shards.ShardCause;
import dev.rota.shards.ShardStatus;

/** Models the consequences of a lost turn. */
final class NaiveLoss {

    private final NaivePool pool;

    NaiveLoss(NaivePool pool) {
        this.pool = pool;
    }

    void lose(NaiveTurn turn, ShardCause cause) {
        lose(turn, cause, "lost by " + cause);
    }

    void lose(NaiveTurn turn, ShardCause cause, String message) {
        NaiveShard shard = turn.shard;
        pool.turns.remove(turn);
        if (cause != ShardCause.WORKER_LEFT) {
            NaiveHealth health = new NaiveHealth(pool);
            health.failed(turn);
            if (!health.costsNothing(turn)) {
                blame(turn, cause, message);
            } else if (shard.retries == 0 && !shard.failed) {
                shard.avoids = turn.worker.id;
            }
        }
        if (shard.paused || shard.pending.isEmpty()) {
            shard.status = ShardStatus.IDLE;
            pool.changed(shard, cause);
        } else {
            new NaiveQueue(pool).end(shard, cause);
        }
    }

    /**
     * Gives up a retry that no other worker took in time, which counts as the first loss of a batch's transactions. A
     * transaction's own failure was counted before.
     */
    void giveUpRetry(NaiveShard shard) {
        shard.losses += shard.failed ? 0 : 1;
        shard.failed = false;
        shard.suspects = Math.max(shard.suspects, shard.retries);
        shard.retries = 0;
    }

    /**
     * Finds transactions that kill their workers, and prevents a worker that fails everything from getting everything.
     */
    private void blame(NaiveTurn turn, ShardCause cause, String message) {
        NaiveShard shard = turn.shard;
        int size = turn.transactions.size();
        shard.avoids = turn.worker.id;
        shard.losses++;
        shard.retries = 0;
        shard.failed = false;
        shard.suspects = Math.max(shard.suspects, size);
        if (size == 1 && shard.losses >= pool.policy.getAttemptsMax()) {
            DeadLetterReason reason = cause == ShardCause.BATCH_FAILED
                    ? DeadLetterReason.BATCH_FAILED
                    : DeadLetterReason.ATTEMPTS_EXHAUSTED;
            pool.died(turn, shard.leave(), reason, message);
            shard.losses = 0;
        }
    }
}
