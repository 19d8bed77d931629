package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import dev.rota.jobs.LookGroupRow;
import java.util.Collection;

/**
 * Jobs of one kind that failed together, so they are looked at at the same times from then on. The time is in a row of
 * the group: if all fail again, that row changes, and none of theirs. Example: the only bot of 100,000 jobs is paused
 * while their instance is below its maximum; without groups that is 100,000 rows each time.
 *
 * <p>Groups that fail together become one. The jobs of all but the largest change their rows, so a job's row changes for
 * that at most log2(n) times.
 */
public final class LookGroup {

    public final JobKind kind;
    public final long number;
    public final JobQueue jobs;

    /** While it backs off: the time of one of its looks. While it waits: of the look that woke it. */
    long look;

    boolean rests = true;

    /** The entry of its looks, while it backs off. */
    @Nullable
    SharedLook shared;

    /** Whether it has a row. */
    boolean stored;

    /** Whether its row must be written at the end of the step. */
    boolean changed;

    LookGroup(JobKind kind, long number, long look, boolean aged) {
        this.kind = kind;
        this.number = number;
        this.look = look;
        this.jobs = new JobQueue(aged);
    }

    public int size() {
        return jobs.size();
    }

    /** The look that woke it; while it backs off, one of its looks. */
    public long look() {
        return look;
    }

    /** Adds jobs that are in no queue. */
    void take(Collection<Job> more) {
        for (Job job : more) {
            jobs.add(job);
            job.group = this;
        }
    }

    /** Removes some of its jobs. */
    void drop(Collection<Job> some) {
        for (Job job : some) {
            jobs.remove(job);
            job.group = null;
        }
    }

    LookGroupRow row() {
        return new LookGroupRow(look);
    }
}
