package dev.rota.shards.pool;

import dev.rota.engine.Ids;
import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.engine.Times;
import dev.rota.shards.DelayedShard;
import dev.rota.shards.tables.ShardsTables;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * The shards that wait for the retry of their first transaction, those that are queued first come first. They have no
 * place in the queue and no slot. One timer of the pool serves all, and each has a row, so the cost of an event does not
 * depend on how many wait.
 */
public final class DelayedShards {

    private record Delayed(long until, String shard) {}

    private final NavigableSet<Delayed> waiting =
            new TreeSet<>(Comparator.comparingLong(Delayed::until).thenComparing(Delayed::shard, Ids.BY_BYTES));

    void restore(String shard, DelayedShard row) {
        waiting.add(new Delayed(row.getUntil(), shard));
    }

    void add(Step step, String shard, long until) {
        waiting.add(new Delayed(until, shard));
        step.table(ShardsTables.DELAYED).insert(Key.of(shard), new DelayedShard(until));
    }

    void remove(Step step, String shard, long until) {
        waiting.remove(new Delayed(until, shard));
        step.table(ShardsTables.DELAYED).delete(Key.of(shard));
    }

    public int size() {
        return waiting.size();
    }

    /** Returns when the first shard is to be queued. */
    long ends() {
        return waiting.isEmpty() ? Times.NEVER : waiting.first().until;
    }

    /** Returns the first shard that has waited long enough, or null if there is none. */
    @Nullable
    public String due(long now) {
        return ends() <= now && !waiting.isEmpty() ? waiting.first().shard : null;
    }

    /** Returns up to {@code limit} shards, those that are queued first. */
    public List<String> first(int limit) {
        return waiting.stream().limit(limit).map(Delayed::shard).toList();
    }
}
