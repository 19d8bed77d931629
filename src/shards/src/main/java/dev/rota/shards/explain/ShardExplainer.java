package dev.rota.shards.explain;

import dev.rota.engine.Answer;
import dev.rota.engine.Decision;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Tables;
import dev.rota.engine.text.Phrases;
import dev.rota.shards.ShardStatus;
import dev.rota.shards.pool.Pool;
import dev.rota.shards.shard.Shard;

/** Explains why a shard does not run, or where it runs, and which turn it lost last. */
public final class ShardExplainer implements Inquiry {

    private final String id;
    private final PoolSource pools;
    private final ShardTurns turns;

    public ShardExplainer(String id, PoolSource pools) {
        this.id = id;
        this.pools = pools;
        this.turns = new ShardTurns(id);
    }

    @Override
    public void decided(Decision decision) {
        turns.decided(decision);
    }

    @Override
    public @Nullable Answer answer(Tables tables, long now, Parallel parallel) {
        Pool pool = pools.of(tables);
        Shard shard = pool.shards().look(id);
        String letter = turns.lastLetter();
        String subject = "as of " + Phrases.utc(now) + " shard " + id + " ";
        if (shard == null) {
            return letter.isEmpty()
                    ? null
                    : new Answer("IDLE", subject + "has no block and no pending transactions" + letter);
        }
        WhyShard why = new WhyShard(pool, shard);
        boolean isDone = shard.status() == ShardStatus.IDLE && shard.pending().count() == 0;
        return new Answer(why.state(), subject + why.sentence() + lost(pool, shard) + (isDone ? letter : ""));
    }

    private String lost(Pool pool, Shard shard) {
        LostTurn lost = turns.lost();
        String last = lost == null ? "" : "; " + lost.sentence();
        boolean givenUp = pool.isRetryGivenUp(shard);
        int losses = shard.losses + (givenUp ? 1 : 0);
        long suspects = Math.max(shard.suspects, givenUp ? shard.retries : 0);
        if (losses > 0) {
            last += "; " + Phrases.count(losses, "turn") + " lost or failed in a row, and at "
                    + pool.policy().getAttemptsMax()
                    + " a transaction that fails, or is alone in a lost batch, is a dead letter";
        }
        if (suspects == 0) {
            return last;
        }
        return last + "; its first "
                + (suspects == 1 ? "transaction was" : suspects + " transactions were")
                + " in a lost batch, so each is executed alone";
    }
}
