package dev.rota.shards.tables;

/** The limits of this domain; {@link dev.rota.engine.Limits} contains those of the engine. */
public final class ShardsLimits {

    /**
     * The maximum by which an environment's number may exceed that of the one in force, unless the event has {@code
     * force}. Numbers never decrease, so without this limit one wrong number would keep a pool in its environment for
     * ever.
     */
    public static final int ENVIRONMENT_JUMP_MAX = 1_000_000;

    /** The maximum of a policy's {@code rememberedIds}. */
    public static final int REMEMBERED_IDS_MAX = 100_000;

    /** The maximum number of slots of a worker, since the tokens of stuck ones are in its row. */
    public static final int SLOTS_MAX = 100_000;

    /** The maximum size of a batch's transactions in their record, payloads and names. */
    public static final int BATCH_RECORD_BYTES_MAX = 950_000;

    /**
     * The maximum number of quanta that a turn may last by the log's clock, unless the policy sets {@code turnMsMax}.
     * {@link #TURN_MS_MAX} applies if it is longer.
     */
    public static final int TURN_QUANTA_MAX = 10;

    public static final long TURN_MS_MAX = 10_000;

    /** The number of a worker's replaced incarnations that are refused. */
    public static final int REPLACED_INCARNATIONS_MAX = 16;

    /** The time for which a worker is remembered after it has left. */
    public static final long GONE_WORKER_REMEMBERED_MS = 86_400_000;

    /** The maximum number of workers that are remembered after they have left. */
    public static final int GONE_WORKERS_REMEMBERED_MAX = 1_000;

    /** The longest rest of a sick worker, unless the policy's first rest is longer. */
    public static final long WORKER_REST_MS_MAX = 600_000;

    /** The maximum of a policy's {@code retryDelayMs} and {@code retryDelayMaxMs}: 30 days. */
    public static final long RETRY_DELAY_MS_MAX = 30 * 86_400_000L;

    /** The maximum of a policy's {@code retryFactor}. */
    public static final int RETRY_DELAY_FACTOR_MAX = 100;

    /** The maximum length of the reason for a retry in a shard's row, which each event writes. */
    public static final int RETRY_REASON_CHARS_MAX = 200;

    /**
     * The number of pending transactions in a shard's row at which they are moved to a page, since each event writes
     * the row.
     */
    public static final int LATEST_TRANSACTIONS = 4;

    /** The payload of pending transactions in a shard's row at which they are moved to a page. */
    public static final int LATEST_BYTES = 4_096;

    /** The number of pending transactions at which a page is full. */
    public static final int PENDING_PAGE_TRANSACTIONS = 16;

    /** The payload of pending transactions at which a page is full. */
    public static final int PENDING_PAGE_BYTES = 16_384;

    /** The number of executed transactions' ids on a page. */
    public static final int EXECUTED_PAGE_IDS = 64;

    /** The number of ids whose fingerprints share a row of an index. */
    static final int INDEX_ROW_IDS = 1_024;

    /** The number of pages of executed ids that share a row of an index. */
    public static final int EXECUTED_INDEX_PAGES = INDEX_ROW_IDS / EXECUTED_PAGE_IDS;

    /** The number of pages of pending transactions that share a row of an index. */
    public static final int PENDING_INDEX_PAGES = INDEX_ROW_IDS / PENDING_PAGE_TRANSACTIONS;

    /** The number of look-ups that search the rows of an index before a table is filled from them. */
    public static final int INDEX_SEARCHES = 4;

    /** The number of ids for which a table has room, in addition to a quarter more than its index contains. */
    public static final int INDEX_ROOM = 64;

    /**
     * The maximum number of pages of one shard's pending transactions, whatever the policy allows: the index numbers
     * them in 21 bits.
     */
    public static final int PENDING_PAGES_MAX = 2_000_000;

    /**
     * The approximate memory for the cached shards of a pool, unless the heap's size is known or {@code cache.bytes} is
     * set.
     */
    public static final long CACHE_BYTES = 256L << 20;

    /**
     * The part of the heap for the cached shards: an eighth is enough for 100,000 shards in 5 GiB, and leaves room for
     * several pools in one process.
     */
    public static final long CACHE_PART_OF_HEAP = 8;

    private ShardsLimits() {}
}
