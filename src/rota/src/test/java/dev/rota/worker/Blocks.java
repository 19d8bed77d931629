package dev.rota.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.shards.Batch;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.StateChange;
import dev.rota.shards.Transaction;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.shards.scheduler.Transactions;
import dev.rota.worker.state.Head;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** Creates blocks and batches for tests. */
public final class Blocks {

    public static final String POOL = "p";

    static {
        // Loads the class that makes Avro trust generated classes.
        new ShardsDomain();
    }

    private Blocks() {}

    /** Returns the next block of a shard. */
    public static ShardBlock after(Head parent, String shard, long token, StateChange... changes) {
        return after(parent, POOL, shard, token, changes);
    }

    /** Returns the next block of a shard in a given pool. */
    public static ShardBlock after(Head parent, String pool, String shard, long token, StateChange... changes) {
        long height = parent.height() + 1;
        return ShardBlock.newBuilder()
                .setPool(pool)
                .setShard(shard)
                .setHeight(height)
                .setParentHash(parent.hash())
                .setHash(shard + height)
                .setToken(token)
                .setWorker("w")
                .setReceipts(List.of())
                .setStateDiff(List.of(changes))
                .build();
    }

    public static Head head(ShardBlock block) {
        return new Head(block.getHeight(), block.getHash(), block.getToken());
    }

    public static StateChange change(String key, @Nullable String value) {
        return new StateChange(bytes(key), value == null ? null : bytes(value));
    }

    public static Batch batch(
            String worker, String shard, long token, int batch, long parentHeight, String... payloads) {
        List<Transaction> transactions = Arrays.stream(payloads)
                .map(payload -> transaction(shard, payload, payload))
                .toList();
        return Batch.newBuilder()
                .setPool(POOL)
                .setWorker(worker)
                .setShard(shard)
                .setToken(token)
                .setBatch(batch)
                .setQuantumMs(60_000L)
                .setParentHeight(parentHeight)
                .setTransactions(transactions)
                .build();
    }

    public static Transaction transaction(String shard, String id, String payload) {
        return Transactions.of(POOL, shard, id, bytes(payload));
    }

    public static Receipt succeeded(String transaction) {
        return new Receipt(transaction, ReceiptStatus.SUCCEEDED, "", null);
    }

    public static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(UTF_8));
    }

    public static String text(ByteBuffer bytes) {
        return UTF_8.decode(bytes.duplicate()).toString();
    }
}
