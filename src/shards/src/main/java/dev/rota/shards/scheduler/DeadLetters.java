package dev.rota.shards.scheduler;

import dev.rota.engine.Limits;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.DeadLetterReason;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.Transaction;
import dev.rota.shards.pool.Pool;
import dev.rota.shards.pool.Turn;
import dev.rota.shards.shard.PendingTransaction;
import dev.rota.shards.shard.Shard;

/** Emits dead letters: transactions that will never be in a block. */
final class DeadLetters {

    /** The maximum size of a char in UTF-8. */
    private static final int CHAR_BYTES = 3;

    private final Pool pool;

    DeadLetters(Pool pool) {
        this.pool = pool;
    }

    /**
     * Makes a shard's first transactions dead letters: up to a batch of them, whose names and payloads fit one record.
     * Each letter repeats the message. It is truncated so that all letters fit one step, which affects batches of 2,796
     * transactions or more.
     */
    void first(Shard shard, Turn turn, int many, DeadLetterReason reason, String message) {
        String each = Limits.message(message, Limits.STEP_OUTPUT_BYTES_MAX / CHAR_BYTES / many);
        for (PendingTransaction transaction : shard.pending().first(many)) {
            say(shard, turn, transaction, reason, each);
        }
        pool.removeFirst(shard, many);
    }

    /** Emits the dead letter of a transaction that has left the pool. */
    void say(Shard shard, Turn turn, PendingTransaction transaction, DeadLetterReason reason, String message) {
        Transaction content = transaction.content().of(pool.step().unit(), shard.id, transaction.id());
        pool.step()
                .emit(
                        ShardsTopics.DEAD_LETTERS,
                        shard.id,
                        new DeadLetter(
                                content.getPool(),
                                content.getShard(),
                                content.getId(),
                                content.getPayload(),
                                turn.token(),
                                reason,
                                Limits.message(message),
                                content.getKey(),
                                content.getHeaders(),
                                content.getSource(),
                                content.getTombstone()));
    }
}
