package dev.rota.jobs.scheduler;

import dev.rota.engine.AttendedTimers;
import dev.rota.engine.Ids;
import dev.rota.engine.Times;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.QueueDeadlines;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Aborts jobs that have been queued for too long. Only attended time counts, so no job is aborted for time in which no
 * scheduler could place it.
 *
 * <p>A cohort has one timer for all its queued jobs. It may fire early, since it stays when a job is placed: a timer
 * for each job would cost two more rows per job.
 */
final class QueueTimeouts {

    private static final Comparator<QueueDeadlines.Late> LONGEST_OVER_FIRST =
            Comparator.comparingLong(QueueDeadlines.Late::due).thenComparing(late -> late.job().id, Ids.BY_BYTES);

    private final Farm farm;
    private final Leases leases;
    private final List<QueueDeadlines.Late> late = new ArrayList<>();
    private final long rung;
    private boolean judged;

    /** Begins a step in which the timer may have fired. */
    QueueTimeouts(Farm farm, Leases leases) {
        this.farm = farm;
        this.leases = leases;
        this.rung = farm.row().queueAlarm();
    }

    /** Sets the timer for jobs that have become queued in this step, and still are. */
    static void watch(Farm farm) {
        long first = Times.NEVER;
        for (Job job : farm.queueDeadlines.takeBegun()) {
            if (job.isQueued() && job.queuedSince == farm.now()) {
                first = Math.min(first, farm.queueDeadlines.earliest(job));
            }
        }
        notLater(farm, first);
    }

    /**
     * Adapts the timer to a policy with another limit. Jobs that it makes late are late from the next millisecond on.
     */
    static void policyChanged(Farm farm) {
        long first = farm.queueDeadlines.firstOfPolicy();
        notLater(farm, Math.max(first, Times.after(farm.now(), 1)));
    }

    private static void notLater(Farm farm, long due) {
        if (due < farm.row().queueAlarm()) {
            alarm(farm, due);
        }
    }

    private static void alarm(Farm farm, long due) {
        farm.step().attended().move(farm.row().queueAlarm(), due, CohortTimers.QUEUE.key());
        farm.row().queueAlarm(due);
    }

    /** Sets the timer again after it has fired. */
    private static void set(Farm farm, long due) {
        farm.step().attended().move(Times.NEVER, due, CohortTimers.QUEUE.key());
        farm.row().queueAlarm(due);
    }

    /** Finds the jobs that are late, if the timer has fired; returns whether there are any. */
    boolean judge() {
        AttendedTimers attended = farm.step().attended();
        set(farm, farm.queueDeadlines.judge(attended::over, farm.now(), late));
        late.sort(LONGEST_OVER_FIRST);
        judged = true;
        return !late.isEmpty();
    }

    /**
     * Aborts late jobs that are still queued, after the iterations: a job that is placed in the same step is not
     * aborted. A following step aborts the jobs for which this one has no room.
     */
    void abort() {
        for (int i = 0; i < late.size(); i++) {
            Job job = late.get(i).job();
            if (!farm.hasRoom()) {
                again(late.subList(i, late.size()));
                return;
            }
            if (isLate(late.get(i))) {
                leases.timeOut(job);
            }
        }
        if (judged) {
            farm.dependencies.admitTimedOut();
        }
    }

    /** Leaves late jobs to a following step, in which the iterations continue. */
    void afterwards() {
        again(late);
    }

    private void again(List<QueueDeadlines.Late> rest) {
        List<QueueDeadlines.Late> left = rest.stream().filter(this::isLate).toList();
        if (!left.isEmpty()) {
            farm.queueDeadlines.judgeAgain(left);
            alarm(farm, rung);
        }
    }

    /** Sets the timer for a following step, since this one has no room to judge. */
    void judgeLater() {
        set(farm, rung);
    }

    /** Returns whether a job has been queued all the time: it may have been placed in this step, and evicted again. */
    private boolean isLate(QueueDeadlines.Late each) {
        return each.job().isQueued() && each.job().queuedSince <= each.due() - 1;
    }
}
