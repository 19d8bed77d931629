package dev.rota.cores;

/** The limits of a relay chain, chosen so that no output and no row exceeds the engine's limits. */
final class CoresLimits {

    /** Cores of a chain. In a forecast, a core can have three collators of 256 bytes each: 1,000 cores take 832 kB. */
    static final int CORES_MAX = 1_000;

    /** Validators of a session; their ids are bounded by the size of the event that brings them. */
    static final int VALIDATORS_MAX = 10_000;

    /** Live parathreads of a session. Each has one claim at most, so this bounds the queue whatever is configured. */
    static final int PARATHREADS_MAX = 100_000;

    /**
     * Queued claims at which the queue is full, whatever is configured: a session may drop all of them in one step,
     * with an event of 1.2 kB each. Claims returning from a core are queued beyond it, at most two per core.
     */
    static final int QUEUED_CLAIMS_MAX = 20_000;

    /** How many blocks ahead groups and duties are published if a session does not say. */
    static final int FORECAST_BLOCKS_DEFAULT = 16;

    /**
     * How many blocks ahead they are published at most. If groups rotate at every block, a forecast has the groups of all
     * cores so often: 1,000 cores take 64 kB beside their 832 kB.
     */
    static final int FORECAST_BLOCKS_MAX = 32;

    /** Queued claims in a forecast: about 20 bytes each, which is what is left of its record. */
    static final int FORECAST_CLAIMS_MAX = 5_000;

    /**
     * Cores named in one record of duties, one for each group and stretch between rotations: they take 64 kB beside the
     * names of the validators, which the event that brought them bounds by 900 kB. So a record of the most cores has
     * {@link #FORECAST_BLOCKS_MAX} stretches.
     */
    static final int DUTY_CORES_MAX = CORES_MAX * FORECAST_BLOCKS_MAX;

    /** A session's randomness, which is hashed once per four validators. */
    static final int RANDOMNESS_BYTES_MAX = 1_024;

    /** Cores in one list of an event: each invalid one causes a rejection. */
    static final int CORES_NAMED_MAX = 10_000;

    /**
     * How far a block's number may be above the last one's, unless the event has {@code force}: about a week of blocks
     * of six seconds. There is no way back from a number, so without this limit one wrong number would end a chain.
     */
    static final int BLOCK_JUMP_MAX = 100_000;

    /** A block's number. A few periods can be added to it without overflow. */
    static final long BLOCK_NUMBER_MAX = Long.MAX_VALUE / 2;

    private CoresLimits() {}
}
