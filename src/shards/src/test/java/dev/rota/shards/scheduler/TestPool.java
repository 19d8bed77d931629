package dev.rota.shards.scheduler;

import dev.rota.engine.Checkpoint;
import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.engine.Rejection;
import dev.rota.shards.Batch;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.Batches;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ReceiptsCommitted;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.ShardState;
import dev.rota.shards.ShardStatus;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerReady;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/** Decides the log of a pool, with short methods for events, short texts for decisions, and the dispatched batches. */
final class TestPool {

    static final String POOL = RandomHistory.POOL;

    private final TestLog log;
    private final TreeMap<String, Batch> out = new TreeMap<>();
    private long time = 1_000;
    private int letters;

    TestPool(TestLog log) {
        this.log = log;
    }

    static TestPool warm() {
        return new TestPool(TestLog.warm(new ShardsDomain()));
    }

    static TestPool of(boolean cold) {
        return cold ? new TestPool(TestLog.cold(new ShardsDomain())) : warm();
    }

    TestLog log() {
        return log;
    }

    /** Sets the time of the next event. Each further event is one millisecond later. */
    TestPool at(long next) {
        time = next;
        return this;
    }

    List<Decision> decide(SpecificRecord event) {
        return heard(log.take(new Moment(time++, event)));
    }

    List<Decision> tick(long at) {
        time = at + 1;
        return heard(log.tick(at));
    }

    /** Records the dispatched batches and returns the decisions without checkpoints. */
    List<Decision> heard(List<Decision> decided) {
        List<Decision> heard = decided.stream()
                .filter(one -> !(one.value() instanceof Checkpoint))
                .toList();
        for (Decision one : heard) {
            if (one.value() instanceof ShardState state && state.getState() != ShardStatus.RUNNING) {
                out.remove(state.getShard());
            } else if (one.value() instanceof Batch batch) {
                Batches.of(batch).forEach(each -> out.put(each.getShard(), each));
            } else if (one.value() instanceof DeadLetter) {
                letters++;
            }
        }
        return heard;
    }

    /** Returns the number of dead letters so far. */
    int letters() {
        return letters;
    }

    /** Returns the shards with a dispatched batch. */
    Set<String> out() {
        return new TreeSet<>(out.keySet());
    }

    /** Returns the dispatched batch of a shard. */
    Batch out(String shard) {
        Batch batch = out.get(shard);
        if (batch == null) {
            throw new IllegalStateException("expected a batch of " + shard + ", but out are " + out.keySet());
        }
        return batch;
    }

    List<String> policy(Consumer<PoolPolicy.Builder> change) {
        return say(policyOf(change));
    }

    static PoolControl policyOf(Consumer<PoolPolicy.Builder> change) {
        PoolPolicy.Builder policy = PoolPolicy.newBuilder();
        change.accept(policy);
        return new PoolControl(POOL, policy.build());
    }

    List<String> send(String shard, String id) {
        return say(transaction(shard, id, 0));
    }

    static Transaction transaction(String shard, String id, int payloadBytes) {
        return Transactions.of(POOL, shard, id, ByteBuffer.allocate(payloadBytes));
    }

    List<String> ready(String worker, int slots) {
        return say(worker(worker, new WorkerReady(slots, "life", 0)));
    }

    static WorkerEvent worker(String worker, SpecificRecord event) {
        return new WorkerEvent(POOL, worker, event);
    }

    /** Returns the report of a batch by its worker. */
    static WorkerEvent executed(Batch batch, List<Receipt> receipts, @Nullable String error) {
        return worker(
                batch.getWorker(),
                BatchExecuted.newBuilder()
                        .setShard(batch.getShard())
                        .setToken(batch.getToken())
                        .setBatch(batch.getBatch())
                        .setElapsedMs(0L)
                        .setReceipts(receipts)
                        .setError(error)
                        .build());
    }

    static List<Receipt> receipts(Batch batch, ReceiptStatus status) {
        return batch.getTransactions().stream()
                .map(transaction -> new Receipt(transaction.getId(), status, "", null))
                .toList();
    }

    /** Reports that the dispatched batch of a shard has succeeded. */
    List<String> execute(String shard) {
        Batch batch = out(shard);
        return say(executed(batch, receipts(batch, ReceiptStatus.SUCCEEDED), null));
    }

    List<String> say(SpecificRecord event) {
        return said(decide(event));
    }

    /** Returns decisions as short texts. */
    static List<String> said(List<Decision> decided) {
        List<String> said = new ArrayList<>();
        for (Decision decision : decided) {
            Object value = decision.value();
            if (value instanceof Rejection rejection) {
                said.add(rejection.getReason());
            } else if (value instanceof ShardState state) {
                said.add(state.getShard() + " " + state.getState() + " " + state.getCause());
            } else if (value instanceof Batch batch) {
                Batches.of(batch)
                        .forEach(each -> said.add(each.getShard() + " to " + each.getWorker() + " " + each.getToken()
                                + "/" + each.getBatch() + ": " + ids(each)));
            } else if (value instanceof ReceiptsCommitted committed) {
                committed
                        .getBatches()
                        .forEach(batch -> said.add(committed.getWorker() + " executed " + batch.getShard() + ": "
                                + batch.getReceipts().stream()
                                        .map(Receipt::getTransaction)
                                        .toList()));
            } else if (value instanceof ShardBlock block) {
                said.add(block.getShard() + " block " + block.getHeight());
            } else if (value instanceof DeadLetter letter) {
                said.add(letter.getShard() + " " + letter.getTransaction() + " dead: " + letter.getReason());
            }
        }
        return said;
    }

    static List<String> ids(Batch batch) {
        return batch.getTransactions().stream().map(Transaction::getId).toList();
    }
}
