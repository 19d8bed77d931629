package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.jobs.FarmRow;

/** The row of a cohort: the number of its latest lease, the time of the next look, and unfinished iterations. */
public final class CohortRow {

    private FarmRow row;
    private boolean changed;

    CohortRow(FarmRow row) {
        this.row = row;
    }

    FarmRow get() {
        return row;
    }

    /** Returns the number of the next lease. */
    public long nextLease() {
        change(new FarmRow(
                row.getLeases() + 1,
                row.getNextLook(),
                row.getLookedAt(),
                row.getUnfinished(),
                row.getQueueAlarm(),
                row.getLookGroups(),
                row.getDependants(),
                row.getDemandDue(),
                row.getDemandAt()));
        return row.getLeases();
    }

    /** Returns the number of the next group of jobs. */
    public long nextLookGroup() {
        change(new FarmRow(
                row.getLeases(),
                row.getNextLook(),
                row.getLookedAt(),
                row.getUnfinished(),
                row.getQueueAlarm(),
                row.getLookGroups() + 1,
                row.getDependants(),
                row.getDemandDue(),
                row.getDemandAt()));
        return row.getLookGroups();
    }

    /** Returns the next number under which jobs that wait for another are stored. */
    long nextDependants() {
        change(new FarmRow(
                row.getLeases(),
                row.getNextLook(),
                row.getLookedAt(),
                row.getUnfinished(),
                row.getQueueAlarm(),
                row.getLookGroups(),
                row.getDependants() + 1,
                row.getDemandDue(),
                row.getDemandAt()));
        return row.getDependants();
    }

    /** Sets when the timer of the next look fires. */
    public void nextLook(long time) {
        change(new FarmRow(
                row.getLeases(),
                time,
                row.getLookedAt(),
                row.getUnfinished(),
                row.getQueueAlarm(),
                row.getLookGroups(),
                row.getDependants(),
                row.getDemandDue(),
                row.getDemandAt()));
    }

    void lookedAtAll(long now) {
        change(new FarmRow(
                row.getLeases(),
                row.getNextLook(),
                now,
                row.getUnfinished(),
                row.getQueueAlarm(),
                row.getLookGroups(),
                row.getDependants(),
                row.getDemandDue(),
                row.getDemandAt()));
    }

    /**
     * Sets the time up to which jobs had been looked at before unfinished iterations, or null if iterations are
     * finished.
     */
    void unfinished(@Nullable Long lookedUntil) {
        change(new FarmRow(
                row.getLeases(),
                row.getNextLook(),
                row.getLookedAt(),
                lookedUntil,
                row.getQueueAlarm(),
                row.getLookGroups(),
                row.getDependants(),
                row.getDemandDue(),
                row.getDemandAt()));
    }

    /** Sets when the timer fires that judges how long jobs have been queued. */
    public void queueAlarm(long time) {
        change(new FarmRow(
                row.getLeases(),
                row.getNextLook(),
                row.getLookedAt(),
                row.getUnfinished(),
                time,
                row.getLookGroups(),
                row.getDependants(),
                row.getDemandDue(),
                row.getDemandAt()));
    }

    /** Sets when the timer fires that looks at the demand, and when it was looked at last. */
    public void demand(long due, long at) {
        change(new FarmRow(
                row.getLeases(),
                row.getNextLook(),
                row.getLookedAt(),
                row.getUnfinished(),
                row.getQueueAlarm(),
                row.getLookGroups(),
                row.getDependants(),
                due,
                at));
    }

    private void change(FarmRow next) {
        row = next;
        changed = true;
    }

    boolean isChanged() {
        return changed;
    }

    void write(Step step) {
        changed = false;
        step.table(JobsTables.FARM).upsert(JobsTables.ONLY, row);
    }
}
