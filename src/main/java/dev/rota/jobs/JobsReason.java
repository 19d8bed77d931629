package dev.rota.jobs;

import dev.rota.engine.Reason;

/** Why an event, or a part of one, was not accepted. */
enum JobsReason implements Reason {
    /** A job of that id is queued or assigned. */
    JOB_EXISTS,
    /** No job of that id is queued or assigned. */
    JOB_UNKNOWN,
    /** The session has ended, or is not the bot's. */
    BOT_SESSION_STALE,
    /** A bot completed a lease that it does not hold. */
    LEASE_UNKNOWN,
    QUOTA_INVALID,
    POLICY_INVALID,
    /** As many jobs are queued as the policy allows. */
    QUEUE_FULL
}
