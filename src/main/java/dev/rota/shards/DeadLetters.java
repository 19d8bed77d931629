package dev.rota.shards;

import dev.rota.engine.Limits;

/** Transactions that are in no block and will be in none. */
final class DeadLetters {

    /** What a char of a text takes at most. */
    private static final int CHAR_BYTES = 3;

    private final Pool pool;

    DeadLetters(Pool pool) {
        this.pool = pool;
    }

    /**
     * The first transactions of the shard leave the pool so, at most those of one batch: their names and payloads fit one
     * record. Each repeats the sentence, which is cut so that all of them fit one step; a batch of less than 2,796 has it
     * as long as any.
     */
    void first(Shard shard, Turn turn, int many, DeadLetterReason reason, String message) {
        String each = Limits.message(message, Limits.STEP_OUTPUT_BYTES_MAX / CHAR_BYTES / many);
        for (PendingTransaction transaction : shard.pending().first(many)) {
            say(shard, turn, transaction, reason, each);
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
