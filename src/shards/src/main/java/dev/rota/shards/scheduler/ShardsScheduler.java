package dev.rota.shards.scheduler;

import dev.rota.engine.DueTimers;
import dev.rota.engine.Handlers;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.PageSnapshot;
import dev.rota.engine.Readings;
import dev.rota.engine.Scheduler;
import dev.rota.engine.Step;
import dev.rota.engine.Tables;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.BatchesExecuted;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.ShardClosed;
import dev.rota.shards.ShardPaused;
import dev.rota.shards.ShardReopened;
import dev.rota.shards.ShardResumed;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerLeft;
import dev.rota.shards.WorkerReady;
import dev.rota.shards.pool.Pool;
import dev.rota.shards.pool.PoolGauges;
import dev.rota.shards.pool.PoolReading;
import dev.rota.shards.workers.PoolWorker;
import java.util.List;
import java.util.Objects;

/**
 * Schedules one pool: each event or deadline changes it, then the shards at the head of the queue are dispatched to
 * free workers.
 */
final class ShardsScheduler implements Scheduler {

    /** Answers inquiries, between two steps, from the pool that a scheduler has in memory. */
    @FunctionalInterface
    interface LiveInquiries {

        /** Returns null if the whole pool would have to be read. */
        @Nullable
        Inquiry of(Inquiry.Asked asked, Pool pool);
    }

    /** Takes a snapshot of a pool for its pages, between two steps. */
    @FunctionalInterface
    interface Snapshots {
        PageSnapshot take(Pool pool, String name, long now);
    }

    private final LiveInquiries inquiries;
    private final Snapshots snapshots;
    private final long cacheBytes;

    /** A cache of the pool's rows. */
    private @Nullable Pool known;

    /**
     * A pool that has had no record since the start. It is read for pages and gauges only, and cannot be written to.
     */
    private @Nullable Pool idle;

    ShardsScheduler(LiveInquiries inquiries, Snapshots snapshots, long cacheBytes) {
        this.inquiries = inquiries;
        this.snapshots = snapshots;
        this.cacheBytes = cacheBytes;
    }

    @Override
    public @Nullable Inquiry inquiry(Inquiry.Asked asked) {
        return known == null ? null : inquiries.of(asked, known);
    }

    @Override
    public Handlers handlers() {
        return Handlers.of()
                .on(
                        Transaction.class,
                        (step, transaction) -> new TransactionArrivals(pool()).take(transaction, step.isAdopted()))
                .on(
                        WorkerEvent.class,
                        WorkerReady.class,
                        (step, worker, ready) -> new Presence(pool()).ready(worker.getWorker(), ready))
                .on(
                        WorkerEvent.class,
                        WorkerLeft.class,
                        (step, worker, left) -> new Presence(pool()).left(worker.getWorker(), left.getIncarnation()))
                .on(
                        WorkerEvent.class,
                        BatchExecuted.class,
                        (step, worker, report) -> executed(worker, report.getIncarnation(), List.of(report)))
                .on(
                        WorkerEvent.class,
                        BatchesExecuted.class,
                        (step, worker, joined) -> executed(worker, joined.getIncarnation(), joined.getReports()))
                .on(BlockEnvironment.class, (step, environment) -> new Controls(pool()).environment(environment))
                .on(PoolControl.class, PoolPolicy.class, (step, control, policy) -> new Controls(pool()).policy(policy))
                .on(
                        PoolControl.class,
                        ShardPaused.class,
                        (step, control, paused) -> new Controls(pool()).pause(paused.getShard()))
                .on(
                        PoolControl.class,
                        ShardResumed.class,
                        (step, control, resumed) -> new Controls(pool()).resume(resumed.getShard()))
                .on(
                        PoolControl.class,
                        ShardClosed.class,
                        (step, control, closed) -> new Controls(pool()).close(closed.getShard(), true))
                .on(
                        PoolControl.class,
                        ShardReopened.class,
                        (step, control, reopened) -> new Controls(pool()).close(reopened.getShard(), false))
                .timers(this::due, Pool.WAKE, Pool.DEADLINES, Pool.REST)
                .before(this::begin)
                .after(this::dispatch);
    }

    private void executed(WorkerEvent event, String incarnation, List<BatchExecuted> reports) {
        PoolWorker worker = new Presence(pool()).heard(event.getWorker(), incarnation);
        if (worker != null) {
            new Reports(pool()).take(worker, reports);
        }
    }

    private void due(Step step, DueTimers due) {
        Pool pool = pool();
        if (due.has(Pool.WAKE)) {
            pool.takeWake();
        }
        SilenceTimeouts deadlines = new SilenceTimeouts(pool);
        if (due.has(Pool.DEADLINES)) {
            deadlines.judge(pool.takeAlarm());
        }
        if (!new Retries(pool).finish() || !deadlines.finish()) {
            pool.continueLater();
        }
    }

    private void begin(Step step) {
        if (known == null) {
            known = PoolReading.of(step, cacheBytes);
            idle = null;
        }
        known.begin(step);
    }

    private void dispatch(Step step) {
        Pool pool = pool();
        if (!new TurnFailure(pool).endDeparted() || !new Dispatch(pool).run()) {
            pool.continueLater();
        }
        pool.write();
    }

    /** Returns the pool during a step. */
    private Pool pool() {
        return Objects.requireNonNull(known, "a step has begun");
    }

    @Override
    public PageSnapshot snapshot(Tables tables, long now) {
        return snapshots.take(shown(tables, now), tables.unit(), now);
    }

    @Override
    public boolean read(Tables tables, long now, Readings readings) {
        PoolGauges.read(shown(tables, now), readings);
        return true;
    }

    /**
     * Returns the pool. If it has had no record since the start, it is read from its rows, which do not change before
     * the next record.
     */
    private Pool shown(Tables tables, long now) {
        if (known != null) {
            return known;
        }
        if (idle == null) {
            idle = PoolReading.of(tables);
            // the last step did so as well
            idle.workers().wake(now);
        }
        return idle;
    }
}
