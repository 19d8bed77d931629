package dev.rota.jobs.farm;

import java.util.List;

/** Changes the groups of jobs that failed together, and marks the rows that must be written for it. */
public final class Grouping {

    private final Farm farm;
    private final ChangedJobs changed;

    Grouping(Farm farm, ChangedJobs changed) {
        this.farm = farm;
        this.changed = changed;
    }

    /** Creates a group of jobs that back off until a look; their rows are written anyway. */
    public LookGroup create(JobKind kind, long look) {
        return kind.groups().create(farm.cohortRow().nextLookGroup(), look);
    }

    /** Adds jobs to a group that back off until its next look; their rows are written anyway. */
    public void join(LookGroup group, List<Job> jobs) {
        jobs.forEach(group.kind::dequeue);
        group.kind.groups().join(group, jobs);
        if (!group.stored) {
            changed.add(group);
        }
    }

    /** Adds the jobs of another group, which ends. */
    public void join(LookGroup group, LookGroup other) {
        List<Job> jobs = group.kind.groups().leaveAll(other);
        group.kind.groups().join(group, jobs);
        jobs.forEach(changed::add);
        changed.add(other);
    }

    /** Makes a group that waits back off until a look, and leaves its row to {@link #save}. */
    public void rest(LookGroup group, long look) {
        group.kind.groups().rest(group, look);
        farm.kinds().refresh(group.kind);
    }

    /** Marks a group's row to be written. */
    public void save(LookGroup group) {
        changed.add(group);
    }

    /** A job leaves the queue. The last one of a group ends it. */
    void leaves(Job job) {
        if (job.group != null && job.group.size() == 1) {
            changed.add(job.group);
        }
    }

    /** Ends a group; each of its jobs has its own time again. */
    void dissolve(LookGroup group) {
        JobKind kind = group.kind;
        long look = group.rests ? kind.next(group.look, farm.service().lookedUntil(kind.instance)) : group.look;
        for (Job job : kind.groups().leaveAll(group)) {
            job.scheduleAfter = look;
            if (group.rests) {
                kind.rest(job, farm.now());
            } else {
                kind.await(job);
            }
            changed.add(job);
        }
        changed.add(group);
    }
}
