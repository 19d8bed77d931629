package dev.rota.shards.tables;

/** The limits of this domain; {@link dev.rota.engine.Limits} has the engine's. */
public final class ShardsLimits {

    /**
     * How far an environment's number may be above that of the one in force, unless the event has {@code force}. Numbers
     * never fall, so without this limit one wrong number would keep a pool in its environment for ever.
     */
    public static final int ENVIRONMENT_JUMP_MAX = 1_000_000;

    /** The most that a policy may have of a shard's latest executed transactions remembered. */
    public static final int REMEMBERED_IDS_MAX = 100_000;

    /** Slots of one worker: the tokens of stuck ones are in its row. */
    public static final int SLOTS_MAX = 100_000;

    /** The limit of a batch's transactions in their record, payloads and names. */
    public static final int BATCH_RECORD_BYTES_MAX = 950_000;

    /** Unless the policy says otherwise, a turn may last this many quanta by the log's clock, or this long if that is more. */
    public static final int TURN_QUANTA_MAX = 10;

    public static final long TURN_MS_MAX = 10_000;

    /** How many of a worker's replaced incarnations are refused. */
    public static final int REPLACED_INCARNATIONS_MAX = 16;

    /** How long a worker that has gone is remembered. */
    public static final long GONE_WORKER_REMEMBERED_MS = 86_400_000;

    /** How many such workers are. */
    public static final int GONE_WORKERS_REMEMBERED_MAX = 1_000;

    /** The longest rest of a sick worker, unless the policy's first rest is longer. */
    public static final long WORKER_REST_MS_MAX = 600_000;

    /** So many pending transactions in a shard's row go to a page together, for each event writes the row... */
    public static final int LATEST_TRANSACTIONS = 4;

    /** ...or this much payload. */
    public static final int LATEST_BYTES = 4_096;

    /** A page of pending transactions is full with this many... */
    public static final int PENDING_PAGE_TRANSACTIONS = 16;

    /** ...or with this much payload. */
    public static final int PENDING_PAGE_BYTES = 16_384;

    /** A page of executed transactions' ids is full with this many. */
    public static final int EXECUTED_PAGE_IDS = 64;

    /** Ids whose fingerprints share a row of an index... */
    static final int INDEX_ROW_IDS = 1_024;

    /** ...which are those of this many pages of executed ids... */
    public static final int EXECUTED_INDEX_PAGES = INDEX_ROW_IDS / EXECUTED_PAGE_IDS;

    /** ...or of pages of pending transactions. */
    public static final int PENDING_INDEX_PAGES = INDEX_ROW_IDS / PENDING_PAGE_TRANSACTIONS;

    /** Look-ups that search the rows of an index before a table is filled from them. */
    public static final int INDEX_SEARCHES = 4;

    /** Ids that a table has room for besides a quarter more than its index has. */
    public static final int INDEX_ROOM = 64;

    /** Pages of one shard's pending transactions, whatever the policy allows: the index numbers them in 21 bits. */
    public static final int PENDING_PAGES_MAX = 2_000_000;

    /** The approximate memory for the cached shards of a pool, unless the heap's size is known, or it is set. */
    public static final long CACHE_BYTES = 256L << 20;

    /** An eighth of the heap: enough for 100,000 shards in 5 GiB, and room for some pools in one process. */
    public static final long CACHE_PART_OF_HEAP = 8;

    private ShardsLimits() {}
}
