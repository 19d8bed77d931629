package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import java.util.TreeSet;

/** The queued jobs of a kind that have the same owner, in priority order. */
final class OwnedJobs implements LinePart {

    final JobKind kind;
    final Party owner;
    private final TreeSet<Job> jobs = new TreeSet<>(Order.PRIORITY);

    OwnedJobs(JobKind kind, Party owner) {
        this.kind = kind;
        this.owner = owner;
    }

    void add(Job job) {
        jobs.add(job);
    }

    void remove(Job job) {
        jobs.remove(job);
    }

    boolean isEmpty() {
        return jobs.isEmpty();
    }

    @Override
    public OwnedJobs first() {
        return this;
    }

    Job job() {
        return jobs.first();
    }

    /** Returns whether a job is the first, or would be. */
    boolean isFirst(Job job) {
        return jobs.isEmpty() || Order.PRIORITY.compare(job, jobs.first()) <= 0;
    }

    /** Returns the oldest job of a priority, or null if there is none. */
    @Nullable
    Job oldest(int priority) {
        Job job = jobs.ceiling(JobQueue.before(priority, kind));
        return job != null && job.priority == priority ? job : null;
    }
}
