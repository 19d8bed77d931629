package dev.rota.jobs.farm;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;

/** Jobs and groups of jobs that are looked at at the same times, unordered. */
final class SharedLook {

    private final NavigableMap<Long, SharedLook> home;
    private final long at;
    private final List<Job> jobs = new ArrayList<>(1);
    private final List<LookGroup> groups = new ArrayList<>(0);

    SharedLook(NavigableMap<Long, SharedLook> home, long at) {
        this.home = home;
        this.at = at;
    }

    void add(Job job) {
        job.look = this;
        job.placeInLook = jobs.size();
        jobs.add(job);
    }

    /** Removes a job; the last one takes its place. */
    void remove(Job job) {
        Job last = jobs.remove(jobs.size() - 1);
        if (last != job) {
            jobs.set(job.placeInLook, last);
            last.placeInLook = job.placeInLook;
        }
        job.look = null;
        removeIfEmpty();
    }

    void add(LookGroup group) {
        group.shared = this;
        groups.add(group);
    }

    void remove(LookGroup group) {
        groups.remove(group);
        group.shared = null;
        removeIfEmpty();
    }

    private void removeIfEmpty() {
        if (jobs.isEmpty() && groups.isEmpty()) {
            home.remove(at);
        }
    }

    /** A copy of its jobs. */
    List<Job> jobs() {
        return List.copyOf(jobs);
    }

    /** A copy of its groups. */
    List<LookGroup> groups() {
        return List.copyOf(groups);
    }
}
