package dev.rota.jobs;

/**
 * One decision, and the unit's time when it was taken.
 *
 * @param value a {@link LeaseEvent}, a {@link JobStateEvent}, or the {@link JobsReason} of a rejection
 */
record Told(long time, Object value) {}
