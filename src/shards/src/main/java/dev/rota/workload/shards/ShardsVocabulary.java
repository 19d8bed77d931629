package dev.rota.workload.shards;

import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.ShardClosed;
import dev.rota.shards.ShardPaused;
import dev.rota.shards.ShardReopened;
import dev.rota.shards.ShardResumed;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerLeft;
import dev.rota.shards.WorkerReady;
import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.Vocabulary;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;

/** The words in which the record of a pool is changed. */
final class ShardsVocabulary implements Vocabulary {

    @Override
    public String key(SpecificRecord event) {
        if (event instanceof Transaction transaction) {
            return transaction.getShard();
        } else if (event instanceof WorkerEvent worker) {
            return worker.getWorker();
        }
        return event instanceof PoolControl control ? shard(control.getEvent()) : "";
    }

    private static String shard(Object control) {
        if (control instanceof ShardPaused paused) {
            return paused.getShard();
        } else if (control instanceof ShardResumed resumed) {
            return resumed.getShard();
        } else if (control instanceof ShardClosed closed) {
            return closed.getShard();
        }
        return control instanceof ShardReopened reopened ? reopened.getShard() : "";
    }

    /** Returns the worker that announces itself or leaves. Reports are made by the model. */
    @Override
    public @Nullable String party(SpecificRecord event) {
        return event instanceof WorkerEvent worker && Workforce.reports(worker).isEmpty() ? worker.getWorker() : null;
    }

    @Override
    public @Nullable String kind(SpecificRecord event) {
        return event instanceof WorkerEvent worker && worker.getEvent() instanceof WorkerReady ready
                ? "x" + ready.getSlots()
                : null;
    }

    @Override
    public SpecificRecord copyOfParty(SpecificRecord event, String end) {
        WorkerEvent worker = (WorkerEvent) event;
        SpecificRecord copy = worker.getEvent() instanceof WorkerReady ready
                ? new WorkerReady(ready.getSlots(), of(ready.getIncarnation(), end), ready.getProtocol())
                : new WorkerLeft(of(incarnation(worker), end));
        return new WorkerEvent(worker.getPool(), worker.getWorker() + end, copy);
    }

    /** Returns the incarnation of a copy; one that has no name stays without. */
    private static String of(String incarnation, String end) {
        return incarnation.isEmpty() ? incarnation : incarnation + end;
    }

    private static String incarnation(WorkerEvent worker) {
        if (worker.getEvent() instanceof WorkerReady ready) {
            return ready.getIncarnation();
        }
        return worker.getEvent() instanceof WorkerLeft left ? left.getIncarnation() : "";
    }

    @Override
    public SpecificRecord leaving(SpecificRecord last) {
        WorkerEvent worker = (WorkerEvent) last;
        return new WorkerEvent(worker.getPool(), worker.getWorker(), new WorkerLeft(incarnation(worker)));
    }

    @Override
    public @Nullable SpecificRecord copyOfRequest(SpecificRecord event, String end) {
        return event instanceof Transaction transaction
                ? Transaction.newBuilder(transaction)
                        .setId(transaction.getId() + end)
                        .build()
                : null;
    }

    @Override
    public SpecificRecord withPolicy(SpecificRecord event, UnaryOperator<SpecificRecord> change) {
        return event instanceof PoolControl control && control.getEvent() instanceof PoolPolicy policy
                ? new PoolControl(control.getPool(), change.apply(policy))
                : event;
    }

    @Override
    public Happening policy(String unit, @Nullable SpecificRecord last, UnaryOperator<SpecificRecord> change) {
        SpecificRecord before =
                last == null ? new PoolControl(unit, PoolPolicy.newBuilder().build()) : last;
        return new Happening(0, ShardsTopics.CONTROLS, withPolicy(before, change), false);
    }

    @Override
    public @Nullable Happening quota(String unit, UnaryOperator<SpecificRecord> change) {
        return null;
    }

    @Override
    public Subject subject(String name) {
        return new Subject("transaction", name.substring(name.indexOf('/') + 1));
    }
}
