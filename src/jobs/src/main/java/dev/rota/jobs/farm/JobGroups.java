package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;

/** The groups of one kind. A group that has jobs is in one of two queues: it waits for a look, or it backs off. */
public final class JobGroups {

    private final JobKind kind;
    private final BackoffWheel wheel;

    /** The groups that have jobs, by number. */
    private final Map<Long, JobGroup> byNumber = new HashMap<>();

    final Queue seen;
    final Queue resting;
    private boolean aged;

    JobGroups(JobKind kind, BackoffWheel wheel, boolean aged) {
        this.kind = kind;
        this.wheel = wheel;
        this.seen = new Queue(aged);
        this.resting = new Queue(aged);
        this.aged = aged;
    }

    /** Creates a group without jobs, which backs off until a look. */
    public JobGroup create(long number, long look) {
        return new JobGroup(kind, number, look, aged);
    }

    /** Creates a group from its row, without its jobs. */
    JobGroup stored(long number, long look) {
        JobGroup group = create(number, look);
        group.stored = true;
        return group;
    }

    /** Adds a group whose jobs have been read from their rows. */
    void restored(JobGroup group, long now) {
        byNumber.put(group.number, group);
        resting.add(group);
        wheel.add(group, now);
    }

    /** Returns the group of a queued job that has one. */
    JobGroup of(Job job) {
        LookGroup looks = Objects.requireNonNull(job.group, "a job in a group has its looks");
        return Objects.requireNonNull(byNumber.get(looks.number), "a group that has jobs is known");
    }

    /** Adds jobs that are in no queue to a group. */
    void add(JobGroup group, List<Job> jobs) {
        change(group, () -> group.add(jobs));
    }

    /** Moves all jobs of a group to another, and returns them. */
    public List<Job> merge(JobGroup from, JobGroup group) {
        List<Job> jobs = clear(from);
        change(group, () -> group.add(jobs));
        return jobs;
    }

    void reprioritise(Job job, int priority) {
        JobGroup group = of(job);
        change(group, () -> {
            group.remove(List.of(job));
            job.priority = priority;
            group.add(List.of(job));
        });
    }

    void remove(Job job) {
        JobGroup group = of(job);
        change(group, () -> group.remove(List.of(job)));
    }

    /** Removes all jobs from a group, and returns them. */
    List<Job> clear(JobGroup group) {
        List<Job> jobs = new ArrayList<>(group.size());
        group.jobs.each(Order.PRIORITY).forEachRemaining(jobs::add);
        change(group, () -> group.remove(jobs));
        return jobs;
    }

    /** Changes the jobs of a group, which is in a queue only while it has jobs. */
    private void change(JobGroup group, Runnable change) {
        Queue queue = group.rests ? resting : seen;
        boolean had = !group.jobs.isEmpty();
        if (had) {
            queue.remove(group);
        }
        change.run();
        boolean has = !group.jobs.isEmpty();
        if (has) {
            queue.add(group);
        }
        if (had == has) {
            return;
        }
        if (has) {
            byNumber.put(group.number, group);
        } else {
            byNumber.remove(group.number);
        }
        if (group.rests && has) {
            wheel.add(group, group.look);
        } else if (group.rests) {
            wheel.remove(group);
        }
    }

    /** Makes a waiting group back off until a look. */
    void rest(JobGroup group, long look) {
        seen.remove(group);
        group.look = look;
        group.rests = true;
        resting.add(group);
        wheel.add(group, look);
    }

    /** Makes a group that backs off wait, since its look has come. */
    void await(JobGroup group, long look) {
        resting.remove(group);
        wheel.remove(group);
        group.look = look;
        group.rests = false;
        seen.add(group);
    }

    /** Returns the groups that wait for a look. */
    public List<JobGroup> seen() {
        return seen.all();
    }

    List<JobGroup> all() {
        List<JobGroup> all = new ArrayList<>(resting.all());
        all.addAll(seen.all());
        return all;
    }

    /** Returns the next look after {@code now} at which a job that backs off may preempt a job of the given priority number. */
    long nextPreemptingLook(long below, long preemptionDelayMs, long now) {
        long next = Times.NEVER;
        for (JobGroup group : resting.all()) {
            next = Math.min(next, preempting(group, below, preemptionDelayMs, now));
        }
        return next;
    }

    /** Compares the oldest job of each priority, which of its priority is the first to have waited long enough. */
    private long preempting(JobGroup group, long below, long preemptionDelayMs, long now) {
        long any = wheel.following(group.look, now);
        long first = Times.NEVER;
        Job job = group.jobs.first(Order.PRIORITY);
        while (job != null && job.priority < below && first > any) {
            long from = Times.after(job.queuedAt, preemptionDelayMs);
            first = Math.min(first, wheel.following(group.look, Math.max(now, from - 1)));
            job = group.jobs.firstAfterPriority(job);
        }
        return first;
    }

    void aged(boolean wanted) {
        aged = wanted;
        seen.aged(wanted);
        resting.aged(wanted);
    }

    /** Groups that all wait, or all back off, as one queue of their jobs. */
    static final class Queue {

        private final NavigableSet<JobGroup> byPriority = new TreeSet<>(byFirst(Order.PRIORITY));
        private @Nullable NavigableSet<JobGroup> byAge;

        private Queue(boolean aged) {
            aged(aged);
        }

        private static Comparator<JobGroup> byFirst(Order order) {
            return Comparator.comparing(group -> group.jobs.first(order), order);
        }

        /** Starts or stops maintaining the age order. */
        private void aged(boolean wanted) {
            byPriority.forEach(group -> group.jobs.aged(wanted));
            if (!wanted) {
                byAge = null;
            } else if (byAge == null) {
                byAge = new TreeSet<>(byFirst(Order.AGE));
                byAge.addAll(byPriority);
            }
        }

        private void add(JobGroup group) {
            byPriority.add(group);
            if (byAge != null) {
                byAge.add(group);
            }
        }

        /** Removes a group, whose jobs must be those with which it was added. */
        private void remove(JobGroup group) {
            byPriority.remove(group);
            if (byAge != null) {
                byAge.remove(group);
            }
        }

        boolean isEmpty() {
            return byPriority.isEmpty();
        }

        @Nullable
        Job first(Order order) {
            NavigableSet<JobGroup> groups = order == Order.AGE && byAge != null ? byAge : byPriority;
            return groups.isEmpty() ? null : groups.first().jobs.first(order);
        }

        /** Returns all jobs in order. */
        Iterator<Job> each(Order order) {
            List<Iterator<Job>> queues = new ArrayList<>();
            byPriority.forEach(group -> queues.add(group.jobs.each(order)));
            return MergedJobs.of(order, queues);
        }

        private List<JobGroup> all() {
            return byPriority.isEmpty() ? List.of() : new ArrayList<>(byPriority);
        }
    }
}
