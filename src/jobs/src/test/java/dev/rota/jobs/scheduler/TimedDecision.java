package dev.rota.jobs.scheduler;

import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.LeaseEvent;

/**
 * A decision, with the unit's time when it was taken.
 *
 * @param value a {@link LeaseEvent}, a {@link JobStateEvent}, or the {@link JobsReason} of a rejection
 */
record TimedDecision(long time, Object value) {}
