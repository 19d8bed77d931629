package dev.rota.shards;

import dev.rota.engine.Nullable;

/** Handles arriving transactions. */
final class Arrivals {

    private final Pool pool;

    Arrivals(Pool pool) {
        this.pool = pool;
    }

    void take(Transaction transaction) {
        Shard shard = pool.shards().get(transaction.getShard());
        if (isRefused(shard, transaction)) {
            return;
        }
        Shard there = shard == null ? pool.shards().create(transaction.getShard()) : shard;
        pool.add(there, new PendingTransaction(transaction.getId(), transaction.getPayload()));
        new Schedule(pool).wake(there);
    }

    private boolean isRefused(@Nullable Shard shard, Transaction transaction) {
        if (shard != null && isRefusedBy(shard, transaction)) {
            return true;
        }
        PoolPolicy policy = pool.policy();
        if (pool.pending() >= policy.getPendingTransactionsMax()) {
            pool.reject(
                    ShardsReason.POOL_FULL,
                    "expected fewer than " + policy.getPendingTransactionsMax()
                            + " pending transactions, but the pool has " + pool.pending());
            return true;
        }
        return false;
    }

    private boolean isRefusedBy(Shard shard, Transaction transaction) {
        PoolPolicy policy = pool.policy();
        SoughtId id = new SoughtId(transaction.getId());
        if (shard.closed) {
            pool.reject(
                    ShardsReason.SHARD_CLOSED,
                    "expected a shard that is open, but " + shard.id + " was closed by a control");
            return true;
        }
        if (shard.knows(id)) {
            pool.reject(
                    ShardsReason.TRANSACTION_EXISTS,
                    "expected a transaction that is new to shard " + shard.id + ", but " + transaction.getId()
                            + " is pending or among its latest");
            return true;
        }
        if (shard.pending().count() >= policy.getShardPendingMax()) {
            pool.reject(
                    ShardsReason.SHARD_FULL,
                    "expected fewer than " + policy.getShardPendingMax() + " pending transactions, but shard "
                            + shard.id + " has " + shard.pending().count());
            return true;
        }
        if (!shard.hasRoom(id)) {
            pool.reject(
                    ShardsReason.SHARD_FULL,
                    "expected room in shard " + shard.id + " for another id like " + transaction.getId()
                            + ", but an index of its " + shard.pending().count() + " pending transactions is full");
            return true;
        }
        return false;
    }
}
