package dev.rota.shards.explain;

import dev.rota.engine.Answer;
import dev.rota.engine.text.Phrases;
import dev.rota.shards.ShardStatus;
import dev.rota.shards.pool.Pool;
import dev.rota.shards.pool.Turn;
import dev.rota.shards.shard.Shard;

/** Explains where a transaction of a known shard is, from the pool. */
final class WhyPending {

    private final Pool pool;
    private final Shard shard;
    private final String id;
    private final TransactionHistory history;

    WhyPending(Pool pool, Shard shard, String id, TransactionHistory history) {
        this.pool = pool;
        this.shard = shard;
        this.id = id;
        this.history = history;
    }

    /** Returns the answer for an id that the shard remembers from a block. */
    static Answer executed(String id, String shard) {
        return new Answer(
                "EXECUTED", "transaction " + id + " of shard " + shard + " is among the latest that its blocks hold");
    }

    /**
     * Returns the answer for a pending transaction.
     *
     * @param position its position, from 1, or 0 if it is further behind than was counted
     */
    Answer explained(int position, long now) {
        Turn turn = shard.status() == ShardStatus.RUNNING ? pool.turns().expect(shard.token) : null;
        String subject = "as of " + Phrases.utc(now) + " transaction " + id + " of shard " + shard.id;
        if (turn != null && position > 0 && position <= turn.size()) {
            return new Answer(
                    "RUNNING",
                    subject + " is executed by worker " + turn.worker().id + " in turn " + turn.token() + ", batch "
                            + turn.batch() + ", which was sent" + (pool.isStateless() ? ", or went on, " : " ")
                            + Phrases.at(turn.sentAt())
                            + " and times out "
                            + Phrases.at(turn.deadline()) + " at the earliest" + history.before(shard.id, 1));
        }
        return new Answer(
                "PENDING",
                subject + " is pending "
                        + (position > 0 ? "at position " + position : "behind position " + LiveTransaction.COUNTED_MAX)
                        + " of " + shard.pending().count() + history.before(shard.id, 0) + ": the shard "
                        + new WhyShard(pool, shard).sentence());
    }
}
