package dev.rota.shards.scheduler;

import dev.rota.engine.Limits;
import dev.rota.engine.Times;
import dev.rota.shards.DeadLetterReason;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ShardCause;
import dev.rota.shards.pool.Pool;
import dev.rota.shards.pool.Turn;
import dev.rota.shards.shard.Shard;
import dev.rota.shards.tables.ShardsLimits;

/**
 * Handles receipts that ask for a retry. The transaction stays the first one of its shard, which is not queued before a
 * delay is over: its order is kept, and it holds neither a slot nor another shard. The delay grows with each further
 * retry of the same transaction.
 */
final class Retries {

    private final Pool pool;

    Retries(Pool pool) {
        this.pool = pool;
    }

    static boolean isRetry(Receipt receipt) {
        return receipt.getStatus() == ReceiptStatus.RETRY || receipt.getStatus() == ReceiptStatus.FAILED;
    }

    /**
     * Takes the receipt of a shard's first transaction, and ends the turn. A transaction that has failed too often
     * becomes a dead letter instead, and false is returned: the turn continues with the next one.
     *
     * @param costsNothing whether a failure does not count against the transaction
     */
    boolean take(Shard shard, Turn turn, Receipt receipt, boolean costsNothing) {
        // It was executed without its batch's failure, so a second try of that batch is over.
        shard.retries = 0;
        shard.failed = receipt.getStatus() == ReceiptStatus.FAILED;
        if (shard.failed) {
            new WorkerHealth(pool).failed(shard, turn);
            shard.avoids = turn.worker().id;
            if (!costsNothing && isLastAttempt(shard)) {
                new DeadLetters(pool).first(shard, turn, 1, DeadLetterReason.ATTEMPTS_EXHAUSTED, receipt.getReason());
                return false;
            }
        }
        shard.delays++;
        shard.retryReason = Limits.message(receipt.getReason(), ShardsLimits.RETRY_REASON_CHARS_MAX);
        shard.delayedUntil = Times.after(pool.now(), delayMs(pool.policy(), shard.delays));
        new ShardTransitions(pool).rest(shard, turn, ShardCause.RETRY);
        return true;
    }

    /** Counts a failed attempt; returns whether it was the last one that the policy allows. */
    private boolean isLastAttempt(Shard shard) {
        shard.losses++;
        boolean last = shard.losses >= pool.policy().getAttemptsMax();
        shard.losses = last ? 0 : shard.losses;
        return last;
    }

    /** Queues shards whose delay is over; returns whether the step had room for all of them. */
    boolean finish() {
        for (String id = pool.delayed().due(pool.now());
                id != null;
                id = pool.delayed().due(pool.now())) {
            if (!pool.step().hasRoom()) {
                return false;
            }
            new ShardTransitions(pool).retry(pool.shards().expect(id));
        }
        return true;
    }

    /**
     * Returns the delay before a retry, which grows by the policy's factor up to its maximum.
     *
     * @param number the number of the retry in a row, from 1
     */
    static long delayMs(PoolPolicy policy, long number) {
        long most = policy.getRetryDelayMaxMs();
        long factor = policy.getRetryFactor();
        long delay = policy.getRetryDelayMs();
        if (factor == 1 || delay == 0) {
            return delay;
        }
        for (long i = 1; i < number && delay < most; i++) {
            // divided, because the product may exceed a long
            delay = delay > most / factor ? most : delay * factor;
        }
        return delay;
    }
}
