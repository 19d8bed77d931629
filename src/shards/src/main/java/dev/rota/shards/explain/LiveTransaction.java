package dev.rota.shards.explain;

import dev.rota.engine.Answer;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Tables;
import dev.rota.shards.pool.Pool;
import dev.rota.shards.shard.Shard;
import java.util.ArrayList;
import java.util.List;

/**
 * Explains a transaction from the pool in memory, if it belongs to a shard that runs, or that is among the first in the
 * queue or of those that wait for a retry. Searching all shards would delay records.
 */
public final class LiveTransaction implements Inquiry {

    /** The maximum number of shards that are searched, of those that run, are queued, or wait for a retry. */
    static final int SHARDS_MAX = 100;

    /** The maximum position that is counted, since counting delays records. */
    static final int COUNTED_MAX = 10_000;

    private final Pool pool;
    private final Shard shard;
    private final String id;
    private final int position;
    private final boolean pending;

    private LiveTransaction(Pool pool, Shard shard, String id, int position, boolean pending) {
        this.pool = pool;
        this.shard = shard;
        this.id = id;
        this.position = position;
        this.pending = pending;
    }

    /** Returns the explanation, or null if no searched shard knows the transaction. */
    public static @Nullable LiveTransaction find(Pool pool, String id) {
        LiveTransaction executed = null;
        for (String name : names(pool)) {
            Shard shard = pool.shards().look(name);
            if (shard == null || !shard.knows(id)) {
                continue;
            }
            int position = shard.pending().position(id, COUNTED_MAX);
            boolean pending = position > 0 || shard.isPending(id);
            if (pending) {
                return new LiveTransaction(pool, shard, id, position, true);
            } else if (executed == null) {
                executed = new LiveTransaction(pool, shard, id, 0, false);
            }
        }
        return executed;
    }

    private static List<String> names(Pool pool) {
        List<String> names = new ArrayList<>();
        pool.turns().first(SHARDS_MAX).forEach(turn -> names.add(turn.shard()));
        pool.queue().first(SHARDS_MAX).forEach(waiting -> names.add(waiting.getShard()));
        names.addAll(pool.delayed().first(SHARDS_MAX));
        return names;
    }

    @Override
    public Answer answer(Tables tables, long now, Parallel parallel) {
        return pending
                ? new WhyPending(pool, shard, id, new TransactionHistory(id)).explained(position, now)
                : WhyPending.executed(id, shard.id);
    }
}
