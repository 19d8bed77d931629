package dev.rota.settings;

/** The environment variables that tell a job's command of its lease. They look like settings and are none. */
public enum JobVariable {
    ROTA_COHORT,
    ROTA_INSTANCE,
    ROTA_JOB,
    ROTA_LEASE,
    ROTA_ATTEMPT
}
