package dev.rota.shards;

import dev.rota.engine.Inquiry;
import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.PageSnapshot;
import dev.rota.engine.Readings;
import dev.rota.engine.Scheduler;
import dev.rota.engine.Step;
import dev.rota.engine.Tables;
import dev.rota.shards.pool.Pool;
import dev.rota.shards.pool.PoolGauges;
import dev.rota.shards.pool.PoolReading;
import dev.rota.shards.workers.PoolWorker;
import java.util.List;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

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
    public void event(Step step, SpecificRecord event) {
        decide(step, pool -> take(pool, event));
    }

    @Override
    public void timers(Step step, List<Key> due) {
        decide(step, pool -> {
            if (due.stream().anyMatch(Pool::isOfWaits)) {
                pool.takeWake();
            }
            SilenceTimeouts deadlines = new SilenceTimeouts(pool);
            if (due.stream().anyMatch(Pool::isOfDeadlines)) {
                deadlines.judge(pool.takeAlarm());
            }
            if (!deadlines.finish()) {
                pool.continueLater();
            }
        });
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

    private void decide(Step step, Consumer<Pool> change) {
        if (known == null) {
            known = PoolReading.of(step, cacheBytes);
            idle = null;
        }
        known.begin(step);
        change.accept(known);
        if (!new TurnFailure(known).endDeparted() || !new Dispatch(known).run()) {
            known.continueLater();
        }
        known.write();
    }

    private static void take(Pool pool, SpecificRecord event) {
        if (event instanceof Transaction transaction) {
            new TransactionArrivals(pool).take(transaction);
        } else if (event instanceof WorkerEvent worker) {
            worker(pool, worker);
        } else if (event instanceof BlockEnvironment environment) {
            new Controls(pool).environment(environment);
        } else if (event instanceof PoolControl control) {
            new Controls(pool).take(control);
        } else {
            throw new IllegalStateException("expected a pool's event, but it is " + event.getSchema());
        }
    }

    private static void worker(Pool pool, WorkerEvent event) {
        Presence presence = new Presence(pool);
        if (event.getEvent() instanceof WorkerReady ready) {
            presence.ready(event.getWorker(), ready);
        } else if (event.getEvent() instanceof WorkerLeft left) {
            presence.left(event.getWorker(), left.getIncarnation());
        } else if (event.getEvent() instanceof BatchExecuted report) {
            PoolWorker worker = presence.heard(event.getWorker(), report.getIncarnation());
            if (worker != null) {
                new Reports(pool).take(worker, report);
            }
        }
    }
}
