package dev.rota.jobs.scheduler;

import dev.rota.engine.Reason;

/** Reasons for rejecting an event or a part of one. */
enum JobsReason implements Reason {
    /** A job with this id is waiting, queued or assigned. */
    JOB_EXISTS,
    /** No job with this id is waiting, queued or assigned. */
    JOB_UNKNOWN,
    /** The session has ended, or is not the bot's. */
    BOT_SESSION_STALE,
    /** A bot completed a lease that it does not hold. */
    LEASE_UNKNOWN,
    /** A dependency is on a job that is neither there nor remembered. */
    DEPENDENCY_UNKNOWN,
    QUOTA_INVALID,
    POLICY_INVALID,
    /**
     * The cohort has {@code queuedJobsMax} waiting and queued jobs, {@code queuedBytesMax} bytes of payloads, or {@link
     * JobsLimits#DEPENDENCIES_OF_COHORT_MAX} dependencies.
     */
    QUEUE_FULL,
    /** An operator resumed what is not held. */
    NOT_HELD,
    /** The cohort has {@link JobsLimits#HOLDS_MAX} holds. */
    HOLDS_FULL
}
