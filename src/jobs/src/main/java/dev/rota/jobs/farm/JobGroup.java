package dev.rota.jobs.farm;

import java.util.Collection;

/**
 * Jobs of one kind that failed in the same step and share their looks from then on. The time of the looks is in the row of
 * the group, so a look at which all of them fail again writes one row. Example: the only bot of 100,000 jobs is paused while
 * their instance is below its maximum; without groups each look would write 100,000 rows.
 *
 * <p>Groups that fail in the same step become one. The rows of all jobs but those of the largest group change then, so the
 * row of a job changes at most log2(n) times for this reason.
 */
public final class JobGroup extends LookGroup {

    public final JobKind kind;
    public final JobQueue jobs;

    JobGroup(JobKind kind, long number, long look, boolean aged) {
        super(number, look);
        this.kind = kind;
        this.jobs = new JobQueue(Job.Place.GROUP, aged);
    }

    public long number() {
        return number;
    }

    public int size() {
        return jobs.size();
    }

    /** Returns the time of one of its looks while it backs off, or of the look that woke it while it waits. */
    public long look() {
        return look;
    }

    public boolean isStored() {
        return stored;
    }

    /** Adds jobs that are in no queue. */
    void add(Collection<Job> more) {
        for (Job job : more) {
            jobs.add(job);
            job.group = this;
        }
    }

    void remove(Collection<Job> some) {
        for (Job job : some) {
            jobs.remove(job);
            job.group = null;
        }
    }
}
