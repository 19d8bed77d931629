package dev.rota.jobs.farm;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.function.Consumer;

/** Jobs that are looked at at the same times, unordered. */
final class SharedLook {

    private final NavigableMap<Long, SharedLook> home;
    private final long at;
    private final List<Job> jobs = new ArrayList<>(1);

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
        if (jobs.isEmpty()) {
            home.remove(at);
        }
    }

    void each(Consumer<Job> action) {
        jobs.forEach(action);
    }
}
