package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import dev.rota.jobs.LookGroupRow;
import java.util.Collection;

/**
 * Jobs of one kind that failed in the same step and share their looks from then on. The time of the looks is in the row of
 * the group, so a look at which all of them fail again writes one row. Example: the only bot of 100,000 jobs is paused while
 * their instance is below its maximum; without groups each look would write 100,000 rows.
 *
 * <p>Groups that fail in the same step become one. The rows of all jobs but those of the largest group change then, so the
 * row of a job changes at most log2(n) times for this reason.
 */
public final class JobGroup {

    public final JobKind kind;
    public final long number;
    public final JobQueue jobs;

    /** The time of one of its looks while it backs off; of the look that woke it while it waits. */
    long look;

    boolean rests = true;

    /** Its slot while it backs off. */
    @Nullable
    BackoffWheel.Slot slot;

    /** True if it has a row. */
    boolean stored;

    /** True if its row must be written at the end of the step. */
    boolean changed;

    JobGroup(JobKind kind, long number, long look, boolean aged) {
        this.kind = kind;
        this.number = number;
        this.look = look;
        this.jobs = new JobQueue(aged);
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

    LookGroupRow row() {
        return new LookGroupRow(look);
    }
}
