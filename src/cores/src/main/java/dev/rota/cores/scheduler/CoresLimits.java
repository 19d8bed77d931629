package dev.rota.cores.scheduler;

/** The limits of a relay chain, chosen so that no output and no row exceeds the engine's limits. */
final class CoresLimits {

    /**
     * The maximum number of cores of a chain. In a forecast, a core can have three collators of 256 bytes each: 1,000
     * cores take 832 kB.
     */
    static final int CORES_MAX = 1_000;

    /** The maximum number of validators of a session; the size of the event that brings them bounds their ids. */
    static final int VALIDATORS_MAX = 10_000;

    /**
     * The maximum number of live parathreads of a session. Each has one claim at most, so this bounds the queue
     * whatever is configured.
     */
    static final int PARATHREADS_MAX = 100_000;

    /**
     * The number of queued claims at which the queue is full, whatever is configured: a session may drop all of them in
     * one step, with an event of 1.2 kB each. Claims that return from a core are queued beyond it, up to two per core.
     */
    static final int QUEUED_CLAIMS_MAX = 20_000;

    /** The number of blocks for which groups and duties are published in advance, unless a session configures it. */
    static final int FORECAST_BLOCKS_DEFAULT = 16;

    /**
     * The maximum number of blocks for which they are published in advance. If groups rotate at every block, a forecast
     * contains the groups of all cores for each block: 1,000 cores take 64 kB in addition to 832 kB.
     */
    static final int FORECAST_BLOCKS_MAX = 32;

    /** The maximum number of queued claims in a forecast: about 20 bytes each, which is what is left of its record. */
    static final int FORECAST_CLAIMS_MAX = 5_000;

    /**
     * The maximum number of cores in one record of duties, one for each group and interval between rotations. They take
     * 64 kB in addition to the names of the validators, which the event that brought them bounds by 900 kB. So a record
     * of the most cores has {@link #FORECAST_BLOCKS_MAX} intervals.
     */
    static final int DUTY_CORES_MAX = CORES_MAX * FORECAST_BLOCKS_MAX;

    /** The maximum size of a session's randomness, which is hashed once per four validators. */
    static final int RANDOMNESS_BYTES_MAX = 1_024;

    /** The maximum number of cores in one list of an event; each invalid one causes a rejection. */
    static final int CORES_NAMED_MAX = 10_000;

    /**
     * The maximum by which a block's number may exceed the last one's, unless the event has {@code force}: about a week
     * of blocks of six seconds. Numbers never decrease, so without this limit one wrong number would end a chain.
     */
    static final int BLOCK_JUMP_MAX = 100_000;

    /** The maximum number of a block. A few periods can be added to it without overflow. */
    static final long BLOCK_NUMBER_MAX = Long.MAX_VALUE / 2;

    private CoresLimits() {}
}
