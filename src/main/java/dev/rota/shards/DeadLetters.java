package dev.rota.shards;

import dev.rota.engine.Limits;

/** Transactions that are in no block and will be in none. */
final class DeadLetters {

    private final Pool pool;

    DeadLetters(Pool pool) {
        this.pool = pool;
    }

    /** The first transactions of the shard leave the pool so. */
    void first(Shard shard, Turn turn, int many, DeadLetterReason reason, String message) {
        for (PendingTransaction transaction : shard.pending().first(many)) {
            say(shard, turn, transaction, reason, message);
        }
        pool.removeFirst(shard, many);
    }

    /** A transaction that has left the pool did so to no block. */
    void say(Shard shard, Turn turn, PendingTransaction transaction, DeadLetterReason reason, String message) {
        shard.forget(transaction.getId());
        pool.step()
                .emit(
                        ShardsDomain.DEAD_LETTERS,
                        shard.id,
                        new DeadLetter(
                                pool.step().unit(),
                                shard.id,
                                transaction.getId(),
                                transaction.getPayload(),
                                turn.token(),
                                reason,
                                Limits.message(message)));
    }
}
