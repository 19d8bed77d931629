package dev.rota.shards.scheduler;

import dev.rota.engine.Reason;

/** Reasons for rejecting an event. */
enum ShardsReason implements Reason {
    /** The transaction is pending in the shard, or its id is remembered from the shard's latest blocks. */
    TRANSACTION_EXISTS,
    /** The shard has {@code shardPendingMax} pending transactions. */
    SHARD_FULL,
    /** The pool has {@code pendingTransactionsMax} pending transactions. */
    POOL_FULL,
    /** The worker does not hold the shard by this token, or no longer does. */
    STALE_TOKEN,
    /** The report is not about the current batch. */
    BATCH_OUT_OF_ORDER,
    /** The receipts do not match the first transactions of the batch. */
    RECEIPTS_MISMATCH,
    /** The results of this and the following reports of the record do not fit one step. */
    REPORT_TOO_LARGE,
    WORKER_UNKNOWN,
    /** Another incarnation of the worker replaced this one. */
    WORKER_SUPERSEDED,
    /** A later environment is in force. */
    ENVIRONMENT_OLDER,
    /** The environment's number is too far above that of the environment in force. */
    ENVIRONMENT_TOO_FAR_AHEAD,
    POLICY_INVALID,
    /** The shard is closed. */
    SHARD_CLOSED,
    /** The pool has never accepted a transaction of the shard, or has forgotten the shard. */
    SHARD_UNKNOWN
}
