package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.jobs.FarmRow;

/** The row of a cohort: its latest lease, when its jobs are looked at next, and iterations that are not finished. */
public final class CohortRow {

    private FarmRow row;
    private boolean changed;

    CohortRow(FarmRow row) {
        this.row = row;
    }

    FarmRow get() {
        return row;
    }

    /** The number of the next lease. */
    public long nextLease() {
        change(new FarmRow(
                row.getLeases() + 1,
                row.getNextLook(),
                row.getLookedAt(),
                row.getUnfinished(),
                row.getQueueAlarm(),
                row.getLookGroups()));
        return row.getLeases();
    }

    /** The number of the next group of jobs that fail together. */
    public long nextLookGroup() {
        change(new FarmRow(
                row.getLeases(),
                row.getNextLook(),
                row.getLookedAt(),
                row.getUnfinished(),
                row.getQueueAlarm(),
                row.getLookGroups() + 1));
        return row.getLookGroups();
    }

    /** When the timer fires that looks at jobs that back off. */
    public void nextLook(long time) {
        change(new FarmRow(
                row.getLeases(),
                time,
                row.getLookedAt(),
                row.getUnfinished(),
                row.getQueueAlarm(),
                row.getLookGroups()));
    }

    void lookedAtAll(long now) {
        change(new FarmRow(
                row.getLeases(),
                row.getNextLook(),
                now,
                row.getUnfinished(),
                row.getQueueAlarm(),
                row.getLookGroups()));
    }

    /** Up to when jobs had been looked at before iterations that are not finished; null: all are. */
    void unfinished(@Nullable Long lookedUntil) {
        change(new FarmRow(
                row.getLeases(),
                row.getNextLook(),
                row.getLookedAt(),
                lookedUntil,
                row.getQueueAlarm(),
                row.getLookGroups()));
    }

    /** When it is judged how long jobs have been queued. */
    public void queueAlarm(long time) {
        change(new FarmRow(
                row.getLeases(), row.getNextLook(), row.getLookedAt(), row.getUnfinished(), time, row.getLookGroups()));
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
