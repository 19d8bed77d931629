package dev.rota.cores;

/** What a relay chain may grow to. The limits are chosen so that no output and no row can outgrow the engine's. */
final class CoresLimits {

    /** Cores of a chain. In a forecast a core can carry three collators of 256 bytes: 1,000 of them are 832 kB. */
    static final int CORES_MAX = 1_000;

    /** Validators of a session; their ids are bounded by the size of the event that brings them. */
    static final int VALIDATORS_MAX = 10_000;

    /** Live parathreads of a session. Each has one claim at most, so this bounds the queue whatever is configured. */
    static final int PARATHREADS_MAX = 100_000;

    /**
     * Queued claims at which the queue is full, whatever is configured: a session may drop them all in one step, with an
     * event of 1 kB for each. Claims that come back from a core are queued beyond it, at most two for each core.
     */
    static final int QUEUED_CLAIMS_MAX = 20_000;

    /** A session's randomness, which is hashed again for every four validators. */
    static final int RANDOMNESS_BYTES_MAX = 1_024;

    /** Cores that one list of an event may name: each wrong one is a rejection of its own. */
    static final int CORES_NAMED_MAX = 10_000;

    /** A block's number. A few periods can be added to it without overflow. */
    static final long BLOCK_NUMBER_MAX = Long.MAX_VALUE / 2;

    private CoresLimits() {}
}
