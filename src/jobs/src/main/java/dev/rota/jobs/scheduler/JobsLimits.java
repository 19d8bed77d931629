package dev.rota.jobs.scheduler;

/** The limits of this domain; {@link dev.rota.engine.Limits} contains those of the engine. */
final class JobsLimits {

    /** The maximum number of properties of a bot, and of requirements of a job. */
    static final int PROPERTIES_MAX = 1_000;

    /** The maximum size of a job's payload. Each of its leases repeats it. */
    static final int PAYLOAD_BYTES_MAX = 512 * 1024;

    /**
     * The maximum number of slots of a bot. When a bot is gone, all its leases are retried in one step, so the limit
     * bounds that step: 10,000 events of up to 1.7 kB.
     */
    static final int CAPACITY_MAX = 10_000;

    /**
     * The maximum number of leases that a sync may report. Each report of a lease that is not held is answered in the
     * same step: up to 10,000 lease events or rejections of up to 1.7 kB.
     */
    static final int LEASES_REPORTED_MAX = 10_000;

    /** The maximum number of locality hints in a bot's row. */
    static final int LOCALITY_HINTS_MAX = 1_000;

    /** The number of ended sessions that are remembered per bot. */
    static final int ENDED_SESSIONS_MAX = 8;

    /** The time for which ended sessions are remembered after the bot's last session ended. */
    static final long ENDED_SESSIONS_KEPT_MS = 24 * 60 * 60 * 1000L;

    /** The maximum number of holds in a cohort; each has a row. */
    static final int HOLDS_MAX = 10_000;

    /** The maximum number of dependencies of a job. Each has a row, which is written and deleted once. */
    static final int DEPENDENCIES_MAX = 1_000;

    /** The maximum number of open dependencies in a cohort; each is in memory, some 100 bytes. */
    static final int DEPENDENCIES_OF_COHORT_MAX = 1_000_000;

    /** The number of dependencies that a step meets; the others are met in following steps. Some 100 ms. */
    static final int DEPENDENCIES_MET_AT_ONCE = 10_000;

    /** The maximum number of kinds of jobs in a demand; the others are summed. */
    static final int DEMAND_KINDS_MAX = 500;

    /** The maximum number of characters of the names in a demand; the kinds beyond are summed. */
    static final int DEMAND_CHARACTERS_MAX = 256 * 1024;

    /** The shortest time between two looks at the demand. */
    static final long DEMAND_EVERY_MS_MIN = 1_000;

    /** The maximum weight of an instance. */
    static final int WEIGHT_MAX = 1_000;

    private JobsLimits() {}
}
