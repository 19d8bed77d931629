package dev.rota.shards.explain;

import dev.rota.engine.Answer;
import dev.rota.engine.Decision;
import dev.rota.engine.DomainView;
import dev.rota.engine.EventInquiry;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Tables;
import dev.rota.engine.Trial;
import dev.rota.shards.PoolControl;
import dev.rota.shards.ShardClosed;
import dev.rota.shards.ShardPaused;
import dev.rota.shards.ShardReopened;
import dev.rota.shards.ShardResumed;
import dev.rota.shards.ShardStatus;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.pool.Pool;
import dev.rota.shards.pool.PoolReading;
import dev.rota.shards.shard.Shard;
import org.apache.avro.specific.SpecificRecord;

/** Shows what a pool would decide on an event: of a transaction, its position, and the state of its shard. */
public final class ShardsEventInquiry extends EventInquiry {

    private final @Nullable Transaction transaction;

    public ShardsEventInquiry(DomainView domain, SpecificRecord event) {
        super(domain, event, explainer(event));
        this.transaction = event instanceof Transaction asked ? asked : null;
    }

    private static @Nullable Inquiry explainer(SpecificRecord event) {
        if (event instanceof Transaction transaction) {
            return new PendingExplainer(transaction);
        } else if (event instanceof WorkerEvent worker) {
            return new WorkerExplainer(worker.getWorker(), PoolReading::of);
        } else if (event instanceof PoolControl control) {
            String shard = shard(control.getEvent());
            return shard == null ? null : new ShardExplainer(shard, PoolReading::of);
        }
        return null;
    }

    private static @Nullable String shard(Object control) {
        if (control instanceof ShardPaused paused) {
            return paused.getShard();
        } else if (control instanceof ShardResumed resumed) {
            return resumed.getShard();
        } else if (control instanceof ShardClosed closed) {
            return closed.getShard();
        }
        return control instanceof ShardReopened reopened ? reopened.getShard() : null;
    }

    /** Explains a transaction in the shard that it names. */
    private static final class PendingExplainer implements Inquiry {

        private final Transaction transaction;
        private final TransactionHistory history;

        PendingExplainer(Transaction transaction) {
            this.transaction = transaction;
            this.history = new TransactionHistory(transaction.getId());
        }

        @Override
        public void decided(Decision decision) {
            history.decided(decision);
        }

        @Override
        public @Nullable Answer answer(Tables tables, long now, Parallel parallel) {
            Pool pool = PoolReading.of(tables);
            Shard shard = pool.shards().look(transaction.getShard());
            int position = shard == null ? 0 : shard.pending().position(transaction.getId());
            return shard == null || position == 0
                    ? null
                    : new WhyPending(pool, shard, transaction.getId(), history).explained(position, now);
        }
    }

    /**
     * The place of a transaction.
     * @param position its position among the shard's pending transactions, from 1
     * @param pending the number of pending transactions of the shard
     * @param worker the worker on which the shard runs; null if it does not run
     */
    public record TransactionPlace(
            String shard,
            String shardState,
            int position,
            long pending,
            @Nullable String worker) {}

    @Override
    protected @Nullable Effect effect(Tables before, Trial tried, long now, Parallel parallel) {
        Effect effect = super.effect(before, tried, now, parallel);
        if (effect == null || transaction == null) {
            return effect;
        }
        Pool pool = PoolReading.of(tried.tables());
        Shard shard = pool.shards().look(transaction.getShard());
        return shard == null
                ? effect
                : new Effect(
                        effect.state(),
                        effect.sentence(),
                        new TransactionPlace(
                                shard.id,
                                new WhyShard(pool, shard).state(),
                                shard.pending().position(transaction.getId()),
                                shard.pending().count(),
                                shard.status() == ShardStatus.RUNNING
                                        ? pool.turns().expect(shard.token).worker().id
                                        : null));
    }
}
