package dev.rota.shards;

import dev.rota.engine.Reason;

/** Why an event was not accepted. */
enum ShardsReason implements Reason {
    /** The shard has it pending, or among the latest that its blocks hold. */
    TRANSACTION_EXISTS,
    /** As many transactions of the shard are pending as the policy allows. */
    SHARD_FULL,
    /** As many transactions of the pool are pending as the policy allows. */
    POOL_FULL,
    /** The worker does not hold the shard by this token, or not any more. */
    STALE_TOKEN,
    /** Not the batch that is out. */
    BATCH_OUT_OF_ORDER,
    /** The receipts are not those of the first transactions of the batch. */
    RECEIPTS_MISMATCH,
    WORKER_UNKNOWN,
    /** A later environment is there. */
    ENVIRONMENT_OLDER,
    POLICY_INVALID,
    /** No transaction of the shard was ever accepted. */
    SHARD_UNKNOWN
}
