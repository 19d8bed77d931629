package dev.rota.shards.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.Transaction;
import dev.rota.shards.pool.Pool;
import dev.rota.shards.shard.Content;
import dev.rota.shards.shard.Shard;
import dev.rota.shards.shard.TransactionId;
import dev.rota.shards.tables.ShardsLimits;

/** Handles arriving transactions. */
final class TransactionArrivals {

    private final Pool pool;

    TransactionArrivals(Pool pool) {
        this.pool = pool;
    }

    /**
     * Adds a transaction to its shard.
     *
     * @param adopted whether a mapping made it from a record. It is then never refused for lack of room, because intake
     *     waits, and its id is not looked up, because no other record has its source
     */
    void take(Transaction transaction, boolean adopted) {
        Shard shard = pool.shards().get(transaction.getShard());
        TransactionId id = new TransactionId(transaction.getId());
        if (isRefused(shard, id, adopted)) {
            return;
        }
        Shard there = shard == null ? pool.shards().create(transaction.getShard()) : shard;
        pool.add(there, id, Content.of(transaction, adopted));
        new ShardTransitions(pool).wake(there);
    }

    private boolean isRefused(@Nullable Shard shard, TransactionId id, boolean adopted) {
        if (shard != null && isRefusedBy(shard, id, adopted)) {
            return true;
        }
        PoolPolicy policy = pool.policy();
        if (!adopted && pool.pending() >= policy.getPendingTransactionsMax()) {
            pool.reject(
                    ShardsReason.POOL_FULL,
                    "expected fewer than " + policy.getPendingTransactionsMax()
                            + " pending transactions, but the pool has " + pool.pending());
            return true;
        }
        return false;
    }

    private boolean isRefusedBy(Shard shard, TransactionId id, boolean adopted) {
        PoolPolicy policy = pool.policy();
        if (shard.closed) {
            pool.reject(
                    ShardsReason.SHARD_CLOSED,
                    "expected a shard that is open, but " + shard.id + " was closed by a control");
            return true;
        }
        if (!adopted && shard.knows(id)) {
            pool.reject(
                    ShardsReason.TRANSACTION_EXISTS,
                    "expected a transaction that is new to shard " + shard.id + ", but " + id.text
                            + " is pending or among its latest");
            return true;
        }
        if (!adopted && shard.pending().count() >= policy.getShardPendingMax()) {
            pool.reject(
                    ShardsReason.SHARD_FULL,
                    "expected fewer than " + policy.getShardPendingMax() + " pending transactions, but shard "
                            + shard.id + " has " + shard.pending().count());
            return true;
        }
        if (!shard.pending().hasRoom()) {
            pool.reject(
                    ShardsReason.SHARD_FULL,
                    "expected fewer than " + ShardsLimits.PENDING_PAGES_MAX + " pages of pending transactions in shard "
                            + shard.id + ", but its " + shard.pending().count() + " fill them");
            return true;
        }
        return false;
    }
}
