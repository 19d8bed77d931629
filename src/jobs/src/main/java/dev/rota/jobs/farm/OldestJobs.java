package dev.rota.jobs.farm;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Collects up to {@code limit} jobs, those that have waited longest. */
public final class OldestJobs {

    private final int limit;
    private final TreeSet<Job> jobs = new TreeSet<>(Order.AGE);

    public OldestJobs(int limit) {
        this.limit = limit;
    }

    /** Adds a job unless there are {@code limit} older ones; returns whether it was added. */
    boolean add(Job job) {
        if (jobs.size() == limit && Order.AGE.compare(job, jobs.last()) >= 0) {
            return false;
        }
        jobs.add(job);
        if (jobs.size() > limit) {
            jobs.pollLast();
        }
        return true;
    }

    /** Returns the jobs, the oldest first. */
    public List<Job> inOrder() {
        return new ArrayList<>(jobs);
    }
}
