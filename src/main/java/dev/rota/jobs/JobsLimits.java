package dev.rota.jobs;

/** The limits of this domain; those of the house are in {@link dev.rota.engine.Limits}. */
final class JobsLimits {

    /** Properties of a bot, or requirements of a job. */
    static final int PROPERTIES_MAX = 1_000;

    /**
     * Slots of one bot. When it is gone each of its leases is retried in one step, so their number is bounded: 10,000
     * events of 1.7 kB at most.
     */
    static final int CAPACITY_MAX = 10_000;

    /**
     * Leases that one sync may report: each that is not held is answered in the same step, by 10,000 leases or rejections
     * of 1.7 kB at most.
     */
    static final int LEASES_REPORTED_MAX = 10_000;

    /** Hints that a bot's row may hold. */
    static final int LOCALITY_HINTS_MAX = 1_000;

    /** Ended sessions that are kept of a bot. */
    static final int ENDED_SESSIONS_MAX = 8;

    /** How long they are kept after the bot's latest session was gone. */
    static final long ENDED_SESSIONS_KEPT_MS = 24 * 60 * 60 * 1000L;

    private JobsLimits() {}
}
