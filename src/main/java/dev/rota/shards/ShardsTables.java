package dev.rota.shards;

import dev.rota.engine.Key;
import dev.rota.engine.TableType;
import java.util.List;

/** The tables of a pool. Table numbers never change. Of shards, {@link Shards} holds in memory what is used. */
public final class ShardsTables {

    /** The one {@link PoolRow}, under the empty key. */
    static final TableType<PoolRow> POOL = TableType.of(16, "pool", PoolRow.class);

    /** The policy in force, under the empty key. */
    static final TableType<PoolPolicy> POLICY = TableType.of(17, "policy", PoolPolicy.class);

    /** The environment in force, under the empty key. */
    static final TableType<BlockEnvironment> ENVIRONMENT = TableType.of(18, "environment", BlockEnvironment.class);

    /** By worker id. */
    static final TableType<WorkerRow> WORKERS = TableType.of(19, "workers", WorkerRow.class);

    /** By page number. */
    static final TableType<QueuePage> QUEUE = TableType.of(20, "queue", QueuePage.class);

    /** By page number. */
    static final TableType<TurnPage> TURNS = TableType.of(21, "turns", TurnPage.class);

    /** By shard. */
    public static final TableType<ShardRow> SHARDS = TableType.held(22, "shards", ShardRow.class);

    /** By shard and page number. */
    public static final TableType<PendingPage> PENDING = TableType.of(23, "pending", PendingPage.class);

    /** By shard and page number. */
    static final TableType<ExecutedPage> EXECUTED = TableType.held(24, "executed", ExecutedPage.class);

    /** By the latest token when the worker was gone, and the worker. */
    static final TableType<LostWorkerRow> LOST = TableType.of(25, "lost", LostWorkerRow.class);

    /** By worker. */
    static final TableType<WorkerRecordRow> WORKER_RECORDS = TableType.of(26, "worker-records", WorkerRecordRow.class);

    /** By shard: what remains of those that are closed and done. */
    static final TableType<ClosedShardRow> CLOSED = TableType.held(27, "closed", ClosedShardRow.class);

    /** By shard, list and number: the pages that may hold an id. */
    static final TableType<IndexPage> INDEX = TableType.held(28, "index", IndexPage.class);

    /** By shard. */
    static final TableType<LatestExecuted> LATEST_EXECUTED =
            TableType.held(29, "latest-executed", LatestExecuted.class);

    static final List<TableType<?>> ALL = List.of(
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
    static final Key ONLY = Key.EMPTY;

    private ShardsTables() {}
}
