package dev.rota.shards.scheduler;

import dev.rota.shards.Batch;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.BatchReceipts;
import dev.rota.shards.Batches;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ReceiptsCommitted;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.ShardState;
import dev.rota.shards.ShardStatus;
import dev.rota.shards.WorkerReady;
import dev.rota.testing.Decider;
import dev.rota.testing.Moment;
import dev.rota.testing.TimedDecision;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/** Drives a pool whose workers report each batch truthfully when the test calls for it. */
final class HonestPool {

    private final Decider<TimedDecision> decider;
    private final SortedMap<String, Batch> out = new TreeMap<>();
    private final List<String> executed = new ArrayList<>();
    private final List<Moment> moments = new ArrayList<>();
    private long time = 1_000;

    HonestPool(Decider<TimedDecision> decider) {
        this.decider = decider;
    }

    /** Feeds an event and returns the reasons of rejections. */
    List<String> say(SpecificRecord event) {
        List<String> rejected = new ArrayList<>();
        Moment moment = new Moment(time++, event);
        moments.add(moment);
        for (TimedDecision told : decider.take(moment)) {
            if (told.value() instanceof ShardState state && state.getState() != ShardStatus.RUNNING) {
                out.remove(state.getShard());
            } else if (told.value() instanceof Batch batch) {
                Batches.of(batch).forEach(each -> out.put(each.getShard(), each));
            } else if (told.value() instanceof ShardBlock block) {
                block.getReceipts().forEach(receipt -> executed.add(block.getShard() + " " + receipt.getTransaction()));
            } else if (told.value() instanceof ReceiptsCommitted committed) {
                for (BatchReceipts batch : committed.getBatches()) {
                    batch.getReceipts()
                            .forEach(receipt -> executed.add(batch.getShard() + " " + receipt.getTransaction()));
                }
            } else if (told.value() instanceof String reason) {
                rejected.add(reason);
            }
        }
        return rejected;
    }

    List<String> send(String shard, String id) {
        return say(Transactions.of(RandomHistory.POOL, shard, id, ByteBuffer.allocate(0)));
    }

    List<String> policy(PoolPolicy.Builder policy) {
        return say(RandomControls.control(policy.build()));
    }

    List<String> ready(String worker, int slots) {
        return say(RandomWorkers.event(worker, new WorkerReady(slots, "", 0)));
    }

    /** Reports the dispatched batch of a shard. */
    List<String> report(String shard, ReceiptStatus status, long elapsedMs) {
        Batch batch = out.get(shard);
        if (batch == null) {
            throw new IllegalStateException("expected a batch of " + shard + ", but out are " + out.keySet());
        }
        List<Receipt> receipts = batch.getTransactions().stream()
                .map(transaction -> new Receipt(transaction.getId(), status, "", null))
                .toList();
        return say(RandomWorkers.event(
                batch.getWorker(),
                BatchExecuted.newBuilder()
                        .setShard(shard)
                        .setToken(batch.getToken())
                        .setBatch(batch.getBatch())
                        .setElapsedMs(elapsedMs)
                        .setReceipts(receipts)
                        .build()));
    }

    /** Reports until no batch is dispatched. */
    void finish() {
        while (!out.isEmpty()) {
            report(out.firstKey(), ReceiptStatus.SUCCEEDED, 0);
        }
    }

    /** Returns all transactions in blocks as {@code shard id}, in order. */
    List<String> executed() {
        return executed;
    }

    List<Moment> moments() {
        return moments;
    }
}
