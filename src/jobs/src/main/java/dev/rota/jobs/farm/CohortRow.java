package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.jobs.FarmRow;

/** The row of a cohort: the number of its latest lease, the time of the next look, and unfinished iterations. */
public final class CohortRow {

    private long leases;
    private long nextLook;
    private long lookedAt;
    private @Nullable Long unfinished;
    private long queueAlarm;
    private long lookGroups;
    private long dependants;
    private long demandDue;
    private long demandAt;
    private boolean changed;

    CohortRow(FarmRow row) {
        leases = row.getLeases();
        nextLook = row.getNextLook();
        lookedAt = row.getLookedAt();
        unfinished = row.getUnfinished();
        queueAlarm = row.getQueueAlarm();
        lookGroups = row.getLookGroups();
        dependants = row.getDependants();
        demandDue = row.getDemandDue();
        demandAt = row.getDemandAt();
    }

    /** Returns the number of the next lease. */
    public long nextLease() {
        changed = true;
        return ++leases;
    }

    /** Returns the number of the next group of jobs. */
    public long nextLookGroup() {
        changed = true;
        return ++lookGroups;
    }

    /** Returns the next number under which jobs that wait for another are stored. */
    long nextDependants() {
        changed = true;
        return ++dependants;
    }

    /** Returns when the timer of the next look fires. */
    public long nextLook() {
        return nextLook;
    }

    public void nextLook(long time) {
        nextLook = time;
        changed = true;
    }

    /** Returns when all jobs were looked at last, while there is no backoff. */
    long lookedAt() {
        return lookedAt;
    }

    void lookedAtAll(long now) {
        lookedAt = now;
        changed = true;
    }

    /**
     * Returns the time up to which jobs had been looked at before unfinished iterations, or null if iterations are
     * finished.
     */
    @Nullable
    Long unfinished() {
        return unfinished;
    }

    void unfinished(@Nullable Long lookedUntil) {
        unfinished = lookedUntil;
        changed = true;
    }

    /** Returns when the timer fires that judges how long jobs have been queued. */
    public long queueAlarm() {
        return queueAlarm;
    }

    public void queueAlarm(long time) {
        queueAlarm = time;
        changed = true;
    }

    /** Returns when the timer fires that looks at the demand. */
    public long demandDue() {
        return demandDue;
    }

    /** Returns when the demand was looked at last. */
    public long demandAt() {
        return demandAt;
    }

    public void demand(long due, long at) {
        demandDue = due;
        demandAt = at;
        changed = true;
    }

    /** Ends a step: writes the row if it has changed. */
    void write(Step step) {
        if (changed) {
            changed = false;
            step.table(JobsTables.FARM)
                    .upsert(
                            JobsTables.ONLY,
                            new FarmRow(
                                    leases,
                                    nextLook,
                                    lookedAt,
                                    unfinished,
                                    queueAlarm,
                                    lookGroups,
                                    dependants,
                                    demandDue,
                                    demandAt));
        }
    }
}
