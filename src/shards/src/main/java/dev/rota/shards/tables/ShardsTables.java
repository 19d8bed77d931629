package dev.rota.shards.tables;

import dev.rota.engine.Key;
import dev.rota.engine.TableType;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.ClosedShardRow;
import dev.rota.shards.DelayedShard;
import dev.rota.shards.ExecutedPage;
import dev.rota.shards.IndexPage;
import dev.rota.shards.LatestExecuted;
import dev.rota.shards.LostWorkerRow;
import dev.rota.shards.PendingPage;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.PoolRow;
import dev.rota.shards.QueuePage;
import dev.rota.shards.ShardRow;
import dev.rota.shards.TurnPage;
import dev.rota.shards.WorkerRecordRow;
import dev.rota.shards.WorkerRow;
import java.util.List;

/**
 * The tables of a pool. Table numbers never change. The tables of shards are held: {@code Shards} caches their rows.
 */
public final class ShardsTables {

    /** The key is empty. */
    public static final TableType<PoolRow> POOL = TableType.of(16, "pool", PoolRow.class);

    /** The key is empty; the row is the policy in force. */
    public static final TableType<PoolPolicy> POLICY = TableType.of(17, "policy", PoolPolicy.class);

    /** The key is empty; the row is the environment in force. */
    public static final TableType<BlockEnvironment> ENVIRONMENT =
            TableType.of(18, "environment", BlockEnvironment.class);

    /** The key is the worker's id. */
    public static final TableType<WorkerRow> WORKERS = TableType.of(19, "workers", WorkerRow.class);

    /** The key is the page's number. */
    public static final TableType<QueuePage> QUEUE = TableType.of(20, "queue", QueuePage.class);

    /** The key is the page's number. */
    public static final TableType<TurnPage> TURNS = TableType.of(21, "turns", TurnPage.class);

    /** The key is the shard's id. */
    public static final TableType<ShardRow> SHARDS = TableType.held(22, "shards", ShardRow.class);

    /** The key is the shard's id and the page's number. */
    public static final TableType<PendingPage> PENDING = TableType.of(23, "pending", PendingPage.class);

    /** The key is the shard's id and the page's number. */
    public static final TableType<ExecutedPage> EXECUTED = TableType.held(24, "executed", ExecutedPage.class);

    /** The key is the latest token at the time at which the worker left, and the worker's id. */
    public static final TableType<LostWorkerRow> LOST = TableType.of(25, "lost", LostWorkerRow.class);

    /** The key is the worker's id. */
    public static final TableType<WorkerRecordRow> WORKER_RECORDS =
            TableType.of(26, "worker-records", WorkerRecordRow.class);

    /** The key is the shard's id; the row is what remains of a closed shard that is done. */
    public static final TableType<ClosedShardRow> CLOSED = TableType.held(27, "closed", ClosedShardRow.class);

    /** The key is the shard's id, the list and a number; the row contains the fingerprints of the ids on some pages. */
    public static final TableType<IndexPage> INDEX = TableType.held(28, "index", IndexPage.class);

    /** The key is the shard's id. */
    public static final TableType<LatestExecuted> LATEST_EXECUTED =
            TableType.held(29, "latest-executed", LatestExecuted.class);

    /** The key is the shard's id. */
    public static final TableType<DelayedShard> DELAYED = TableType.of(30, "delayed", DelayedShard.class);

    public static final List<TableType<?>> ALL = List.of(
            POOL,
            POLICY,
            ENVIRONMENT,
            WORKERS,
            QUEUE,
            TURNS,
            SHARDS,
            PENDING,
            EXECUTED,
            LOST,
            WORKER_RECORDS,
            CLOSED,
            INDEX,
            LATEST_EXECUTED,
            DELAYED);

    /** The key of a table that has one row. */
    public static final Key ONLY = Key.EMPTY;

    private ShardsTables() {}
}
