package dev.rota.worker.verify;

import dev.rota.shards.Batch;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.BlockHash;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerReady;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.testing.TestLog;
import dev.rota.worker.Blocks;
import dev.rota.worker.Execution;
import dev.rota.worker.TransactionExecutor;
import dev.rota.worker.state.ShardStates;
import dev.rota.worker.verify.ShardVerification.Kept;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;

/** The records of a pool in which an honest worker executes a few transfers in two shards, for tests to forge. */
final class VerifiedHistory {

    private static final String WORKER = "w";

    private final TestLog log = TestLog.warm(new ShardsDomain());
    private final TransactionExecutor executor;
    private final ShardStates states = ShardStates.temporary(Blocks.POOL);
    private final List<SpecificRecord> records = new ArrayList<>();

    /** @param executor may report only some of a batch's transactions */
    VerifiedHistory(TransactionExecutor executor) {
        this.executor = executor;
        PoolPolicy policy = PoolPolicy.newBuilder()
                .setBatchTransactionsMax(4)
                .setQuantumMs(0)
                .build();
        say("shards.controls", new PoolControl(Blocks.POOL, policy));
    }

    /**
     * Returns a history of two shards with deposits, valid and invalid transfers, and a batch of invalid transactions
     * only.
     */
    static VerifiedHistory ofLedgers(TransactionExecutor executor) {
        VerifiedHistory history = new VerifiedHistory(executor);
        history.environment(7);
        for (String shard : List.of("paris", "rome")) {
            history.deposit(shard, "d1", "ann", 100)
                    .transfer(shard, "t1", "ann", "bob", 10, 0)
                    .transfer(shard, "wrong1", "ann", "bob", 10, 5)
                    .transfer(shard, "t2", "ann", "bob", 1_000, 1)
                    .transfer(shard, "t3", "bob", "ann", 5, 0)
                    .transfer(shard, "wrong2", "bob", "ann", 5, 0)
                    .executed();
            history.transfer(shard, "wrong3", "bob", "ann", 5, 9).executed();
            history.transfer(shard, "t4", "bob", "cy", 1, 1).executed();
        }
        return history;
    }

    void environment(long number) {
        say(
                "shards.environments",
                BlockEnvironment.newBuilder()
                        .setPool(Blocks.POOL)
                        .setNumber(number)
                        .setTimestamp(1)
                        .setSequencer("s")
                        .build());
    }

    VerifiedHistory deposit(String shard, String id, String to, long amount) {
        say(
                ShardsTopics.TRANSACTIONS,
                Blocks.transaction(shard, id, "{\"to\":\"" + to + "\",\"amount\":" + amount + "}"));
        return this;
    }

    VerifiedHistory transfer(String shard, String id, String from, String to, long amount, long nonce) {
        String payload =
                "{\"from\":\"" + from + "\",\"to\":\"" + to + "\",\"amount\":" + amount + ",\"nonce\":" + nonce + "}";
        say(ShardsTopics.TRANSACTIONS, Blocks.transaction(shard, id, payload));
        return this;
    }

    /** Lets the worker execute all pending transactions, and leave. */
    VerifiedHistory executed() {
        Deque<SpecificRecord> heard = new ArrayDeque<>(worker(new WorkerReady(1, "life", 0)));
        while (!heard.isEmpty()) {
            if (heard.poll() instanceof Batch batch) {
                heard.addAll(worker(report(batch)));
            }
        }
        worker(new WorkerReady(0, "life", 0));
        return this;
    }

    private BatchExecuted report(Batch batch) {
        try {
            Execution execution =
                    executor.execute(states.view(batch.getShard()), batch.getEnvironment(), batch.getTransactions());
            return BatchExecuted.newBuilder()
                    .setShard(batch.getShard())
                    .setToken(batch.getToken())
                    .setBatch(batch.getBatch())
                    .setElapsedMs(1L)
                    .setReceipts(execution.receipts())
                    .setStateDiff(execution.stateDiff())
                    .build();
        } catch (Exception e) {
            return BatchExecuted.newBuilder()
                    .setShard(batch.getShard())
                    .setToken(batch.getToken())
                    .setBatch(batch.getBatch())
                    .setElapsedMs(1L)
                    .setError(e.toString())
                    .build();
        }
    }

    private List<SpecificRecord> worker(SpecificRecord event) {
        return say(ShardsTopics.WORKERS, new WorkerEvent(Blocks.POOL, WORKER, event));
    }

    private List<SpecificRecord> say(String topic, SpecificRecord event) {
        List<SpecificRecord> decided =
                log.feed(topic, event).stream().map(one -> one.value()).toList();
        for (SpecificRecord record : decided) {
            if (record instanceof ShardBlock block) {
                states.apply(block);
                states.commit();
            }
        }
        records.addAll(decided);
        return decided;
    }

    List<SpecificRecord> records() {
        return records;
    }

    /** Returns a shard's block at a height. */
    ShardBlock block(String shard, long height) {
        return records.stream()
                .filter(ShardBlock.class::isInstance)
                .map(ShardBlock.class::cast)
                .filter(block -> block.getShard().equals(shard) && block.getHeight() == height)
                .findFirst()
                .orElseThrow();
    }

    /** Replaces a block, but not its hash. */
    void forge(String shard, long height, UnaryOperator<ShardBlock.Builder> change) {
        ShardBlock block = block(shard, height);
        records.set(
                records.indexOf(block),
                change.apply(ShardBlock.newBuilder(block)).build());
    }

    /** Replaces a block, and corrects its hash. */
    void forgeWell(String shard, long height, UnaryOperator<ShardBlock.Builder> change) {
        forge(shard, height, change);
        forge(shard, height, forged -> forged.setHash(BlockHash.of(block(shard, height))));
    }

    void remove(Class<?> type, String shard) {
        records.removeIf(record -> type.isInstance(record) && shard.equals(shardOf(record)));
    }

    static String shardOf(SpecificRecord record) {
        if (record instanceof Batch batch) {
            return batch.getShard();
        } else if (record instanceof ShardBlock block) {
            return block.getShard();
        }
        return record instanceof DeadLetter letter ? letter.getShard() : "";
    }

    /** Returns the block's receipts, with another status for one transaction. */
    static List<Receipt> flipped(ShardBlock block, String transaction, ReceiptStatus status) {
        return block.getReceipts().stream()
                .map(receipt -> receipt.getTransaction().equals(transaction)
                        ? new Receipt(transaction, status, "", null)
                        : receipt)
                .toList();
    }

    /** Returns the result of the verification for each shard. */
    List<VerifiedShard> verified(TransactionExecutor with, Kept kept) {
        try (ShardVerification verification = new ShardVerification(Blocks.POOL, with, kept)) {
            for (SpecificRecord record : records) {
                verification.take(record);
            }
            return verification.end();
        }
    }
}
