package dev.rota.shards;

import dev.rota.engine.Reason;

/** Reasons for rejecting an event. */
enum ShardsReason implements Reason {
    /** The transaction is pending in the shard, or among the latest in its blocks. */
    TRANSACTION_EXISTS,
    /** The shard has as many pending transactions as the policy allows. */
    SHARD_FULL,
    /** The pool has as many pending transactions as the policy allows. */
    POOL_FULL,
    /** The worker does not hold, or no longer holds, the shard by this token. */
    STALE_TOKEN,
    /** The report is not of the current batch. */
    BATCH_OUT_OF_ORDER,
    /** The receipts do not match the first transactions of the batch. */
    RECEIPTS_MISMATCH,
    WORKER_UNKNOWN,
    /** Another incarnation of the worker took the place of this one. */
    WORKER_SUPERSEDED,
    /** A later environment is in force. */
    ENVIRONMENT_OLDER,
    /** An environment whose number is too far above the last one's to be right. */
    ENVIRONMENT_TOO_FAR_AHEAD,
    POLICY_INVALID,
    /** The shard is closed. */
    SHARD_CLOSED,
    /** No transaction of the shard was ever accepted. */
    SHARD_UNKNOWN
}
