package dev.rota.settings;

/** The environment variables that pass a lease to a job's command. They look like settings but are not. */
public enum JobVariable {
    ROTA_COHORT,
    ROTA_INSTANCE,
    ROTA_JOB,
    ROTA_LEASE,
    ROTA_ATTEMPT
}
