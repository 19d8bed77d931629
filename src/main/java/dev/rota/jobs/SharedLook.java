package dev.rota.jobs;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.function.Consumer;

/** Jobs that are looked at at the same times. */
final class SharedLook {

    /** Those that have left stay in the list until they are many. */
    private static final int GONE_MIN = 16;

    private final NavigableMap<Long, SharedLook> home;
    private final long at;
    private List<Job> jobs = new ArrayList<>(1);
    private int there;

    SharedLook(NavigableMap<Long, SharedLook> home, long at) {
        this.home = home;
        this.at = at;
    }

    void add(Job job) {
        jobs.add(job);
        there++;
        job.look = this;
    }

    void remove(Job job) {
        job.look = null;
        there--;
        if (there == 0) {
            home.remove(at);
        } else if (jobs.size() > GONE_MIN + 2 * there) {
            List<Job> left = new ArrayList<>(there);
            each(left::add);
            jobs = left;
        }
    }

    void each(Consumer<Job> action) {
        for (Job job : jobs) {
            if (job.look == this) {
                action.accept(job);
            }
        }
    }
}
