package dev.rota.jobs;

/** The limits of this domain; {@link dev.rota.engine.Limits} has the engine's. */
final class JobsLimits {

    /** Properties of a bot, or requirements of a job. */
    static final int PROPERTIES_MAX = 1_000;

    /** A job's payload. Each of its leases repeats it. */
    static final int PAYLOAD_BYTES_MAX = 512 * 1024;

    /**
     * Slots of one bot. When it is gone, all its leases are retried in one step, so the limit bounds that step:
     * 10,000 events of at most 1.7 kB.
     */
    static final int CAPACITY_MAX = 10_000;

    /**
     * Leases that one sync may report. Each that is not held is answered in the same step: at most 10,000 lease
     * events or rejections of at most 1.7 kB.
     */
    static final int LEASES_REPORTED_MAX = 10_000;

    /** Locality hints in a bot's row. */
    static final int LOCALITY_HINTS_MAX = 1_000;

    /** Ended sessions remembered per bot. */
    static final int ENDED_SESSIONS_MAX = 8;

    /** How long they are remembered after the bot's last session ended. */
    static final long ENDED_SESSIONS_KEPT_MS = 24 * 60 * 60 * 1000L;

    /** Bots, instances and cohorts that are held in a cohort: each has a row. */
    static final int HOLDS_MAX = 10_000;

    private JobsLimits() {}
}
