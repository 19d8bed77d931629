package dev.rota.shards.tables;

import dev.rota.engine.Key;
import dev.rota.engine.TableType;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.ClosedShardRow;
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
import dev.rota.shards.shard.Shards;
import java.util.List;

/** The tables of a pool. Table numbers never change. Of shards, {@link Shards} holds in memory what is used. */
public final class ShardsTables {

    /** The one {@link PoolRow}, under the empty key. */
    public static final TableType<PoolRow> POOL = TableType.of(16, "pool", PoolRow.class);

    /** The policy in force, under the empty key. */
    public static final TableType<PoolPolicy> POLICY = TableType.of(17, "policy", PoolPolicy.class);

    /** The environment in force, under the empty key. */
    public static final TableType<BlockEnvironment> ENVIRONMENT =
            TableType.of(18, "environment", BlockEnvironment.class);

    /** By worker id. */
    public static final TableType<WorkerRow> WORKERS = TableType.of(19, "workers", WorkerRow.class);

    /** By page number. */
    public static final TableType<QueuePage> QUEUE = TableType.of(20, "queue", QueuePage.class);

    /** By page number. */
    public static final TableType<TurnPage> TURNS = TableType.of(21, "turns", TurnPage.class);

    /** By shard. */
    public static final TableType<ShardRow> SHARDS = TableType.held(22, "shards", ShardRow.class);

    /** By shard and page number. */
    public static final TableType<PendingPage> PENDING = TableType.of(23, "pending", PendingPage.class);

    /** By shard and page number. */
    public static final TableType<ExecutedPage> EXECUTED = TableType.held(24, "executed", ExecutedPage.class);

    /** By the latest token when the worker was gone, and the worker. */
    public static final TableType<LostWorkerRow> LOST = TableType.of(25, "lost", LostWorkerRow.class);

    /** By worker. */
    public static final TableType<WorkerRecordRow> WORKER_RECORDS =
            TableType.of(26, "worker-records", WorkerRecordRow.class);

    /** By shard: what remains of those that are closed and done. */
    public static final TableType<ClosedShardRow> CLOSED = TableType.held(27, "closed", ClosedShardRow.class);

    /** By shard, list and number: the pages that may hold an id. */
    public static final TableType<IndexPage> INDEX = TableType.held(28, "index", IndexPage.class);

    /** By shard. */
    public static final TableType<LatestExecuted> LATEST_EXECUTED =
            TableType.held(29, "latest-executed", LatestExecuted.class);

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
            LATEST_EXECUTED);

    /** The key of a table that has one row. */
    public static final Key ONLY = Key.EMPTY;

    private ShardsTables() {}
}
