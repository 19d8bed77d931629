package dev.rota.shards;

/** The limits of this domain; those of the house are in {@link dev.rota.engine.Limits}. */
final class ShardsLimits {

    /** The latest transactions of a shard's blocks, whose ids are not taken again. */
    static final int EXECUTED_REMEMBERED_MAX = 10_000;

    /** Slots of one worker: the tokens of those that are stuck stand in its row. */
    static final int SLOTS_MAX = 100_000;

    /** What a batch's transactions may take in the record that carries them, payloads and names. */
    static final int BATCH_RECORD_BYTES_MAX = 950_000;

    /** A page of pending transactions is full with this many... */
    static final int PENDING_PAGE_TRANSACTIONS = 16;

    /** ...or with this much payload. */
    static final int PENDING_PAGE_BYTES = 16_384;

    /** A page of executed transactions' ids is full with this many. */
    static final int EXECUTED_PAGE_IDS = 64;

    private ShardsLimits() {}
}
