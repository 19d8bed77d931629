package dev.rota.shards.explain;

import dev.rota.engine.Answer;
import dev.rota.engine.Decision;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import dev.rota.shards.ShardRow;
import dev.rota.shards.pool.Pool;
import dev.rota.shards.pool.PoolReading;
import dev.rota.shards.shard.Shard;
import dev.rota.shards.tables.ShardsTables;
import java.util.Objects;

/**
 * Explains where a transaction is: at a position of a shard's pending transactions, on a worker, in a block, or among
 * the dead letters, and why. Ids are unique in a shard only: a pending transaction of this id comes before one that has
 * ended, and the latest end before earlier ones. It searches each shard of the pool.
 */
public final class TransactionExplainer implements Inquiry {

    private final String id;
    private final TransactionHistory history;

    public TransactionExplainer(String id) {
        this.id = id;
        this.history = new TransactionHistory(id);
    }

    @Override
    public void decided(Decision decision) {
        history.decided(decision);
    }

    @Override
    public @Nullable Answer answer(Tables tables, long now, Parallel parallel) {
        @Nullable String remembering = null;
        boolean known = history.ending() != null;
        try (Table.Cursor<ShardRow> cursor = tables.table(ShardsTables.SHARDS).scan(Key.EMPTY)) {
            for (Table.Entry<ShardRow> entry = cursor.next(); entry != null; entry = cursor.next()) {
                String shard = entry.key().read().text();
                Shard found = Shard.of(shard, entry.row(), tables);
                if (!found.knows(id)) {
                    continue;
                }
                int position = found.pending().position(id);
                if (position > 0) {
                    return pending(PoolReading.of(tables), shard, position, now);
                }
                if (!known && remembering == null) {
                    remembering = shard;
                }
            }
        }
        return remembering == null ? history.ending() : WhyPending.executed(id, remembering);
    }

    private Answer pending(Pool pool, String name, int position, long now) {
        Shard shard = Objects.requireNonNull(pool.shards().look(name), "a shard with pending transactions");
        return new WhyPending(pool, shard, id, history).explained(position, now);
    }
}
