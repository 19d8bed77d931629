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
                row.getLeases() + 1, row.getNextLook(), row.getLookedAt(), row.getUnfinished(), row.getQueueAlarm()));
        return row.getLeases();
    }

    /** When the timer fires that looks at jobs that back off. */
    public void nextLook(long time) {
        change(new FarmRow(row.getLeases(), time, row.getLookedAt(), row.getUnfinished(), row.getQueueAlarm()));
    }

    void lookedAtAll(long now) {
        change(new FarmRow(row.getLeases(), row.getNextLook(), now, row.getUnfinished(), row.getQueueAlarm()));
    }

    /** Up to when jobs had been looked at before iterations that are not finished; null: all are. */
    void unfinished(@Nullable Long lookedUntil) {
        change(new FarmRow(row.getLeases(), row.getNextLook(), row.getLookedAt(), lookedUntil, row.getQueueAlarm()));
    }

    /** When it is judged how long jobs have been queued. */
    public void queueAlarm(long time) {
        change(new FarmRow(row.getLeases(), row.getNextLook(), row.getLookedAt(), row.getUnfinished(), time));
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
