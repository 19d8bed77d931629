package dev.rota.jobs.farm;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The jobs that have waited longest, at most so many, of those that are added. */
public final class OldestJobs {

    private final int most;
    private final TreeSet<Job> jobs = new TreeSet<>(Order.AGE);

    public OldestJobs(int most) {
        this.most = most;
    }

    /** Adds a job unless there are enough older ones; returns whether it was added. */
    boolean add(Job job) {
        if (jobs.size() == most && Order.AGE.compare(job, jobs.last()) >= 0) {
            return false;
        }
        jobs.add(job);
        if (jobs.size() > most) {
            jobs.pollLast();
        }
        return true;
    }

    /** Adds the oldest queued jobs of a kind. */
    public void add(JobKind kind) {
        kind.eachQueue(queue -> queue.offerOldest(this));
    }

    /** The oldest first. */
    public List<Job> inOrder() {
        return new ArrayList<>(jobs);
    }
}
