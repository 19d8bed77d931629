package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import java.util.Iterator;
import java.util.SortedSet;
import java.util.TreeSet;

/** A queue of jobs in priority order, and also in age order while the policy uses it. */
public final class JobQueue {

    private static final int PRIORITIES_SEEN_MAX = 100;

    /** An id that is not before any id of a job with the same age. */
    private static final String LAST_ID = Character.toString(Character.MAX_CODE_POINT);

    private final Job.Place place;
    private final TreeSet<Job> byPriority = new TreeSet<>(Order.PRIORITY);
    private @Nullable TreeSet<Job> byAge;

    /** @param place where its jobs are queued */
    JobQueue(Job.Place place, boolean aged) {
        this.place = place;
        aged(aged);
    }

    /** Starts or stops maintaining the age order. */
    void aged(boolean wanted) {
        if (!wanted) {
            byAge = null;
        } else if (byAge == null) {
            byAge = new TreeSet<>(Order.AGE);
            byAge.addAll(byPriority);
        }
    }

    void add(Job job) {
        byPriority.add(job);
        if (byAge != null) {
            byAge.add(job);
        }
        job.place = place;
    }

    void remove(Job job) {
        byPriority.remove(job);
        if (byAge != null) {
            byAge.remove(job);
        }
        job.place = Job.Place.NONE;
    }

    /** Returns a job that precedes all jobs of a priority, for comparisons. */
    static Job before(int priority, JobKind kind) {
        return new Job("", kind, priority, Long.MIN_VALUE, null);
    }

    /** Returns the first job of the priority of another that was queued after a time, or null if there is none. */
    @Nullable
    Job firstAfter(Job other, long queuedAt) {
        Job next = byPriority.higher(new Job(LAST_ID, other.kind, other.priority, queuedAt, null));
        return next != null && next.priority == other.priority ? next : null;
    }

    @Nullable
    public Job first(Order order) {
        SortedSet<Job> jobs = in(order);
        return jobs.isEmpty() ? null : jobs.first();
    }

    /**
     * Returns when its oldest job was queued, judging by its most urgent priorities; {@link Times#NEVER} if it is
     * empty.
     */
    long oldest() {
        if (byAge != null && !byAge.isEmpty()) {
            return byAge.first().queuedAt;
        }
        long oldest = Times.NEVER;
        Job first = byPriority.isEmpty() ? null : byPriority.first();
        for (int seen = 0; first != null && seen < PRIORITIES_SEEN_MAX; seen++) {
            oldest = Math.min(oldest, first.queuedAt);
            first = firstAfterPriority(first);
        }
        return oldest;
    }

    /** Adds its oldest jobs, judging by its most urgent priorities. */
    void offerOldest(OldestJobs oldest) {
        if (byAge != null) {
            offer(byAge, oldest);
            return;
        }
        Job first = byPriority.isEmpty() ? null : byPriority.first();
        for (int seen = 0; first != null && seen < PRIORITIES_SEEN_MAX; seen++) {
            Job next = firstAfterPriority(first);
            offer(next == null ? byPriority.tailSet(first) : byPriority.subSet(first, next), oldest);
            first = next;
        }
    }

    /** Adds jobs that are in age order. After the first that is not among the oldest, none is. */
    private static void offer(SortedSet<Job> jobs, OldestJobs oldest) {
        for (Job job : jobs) {
            if (!oldest.add(job)) {
                return;
            }
        }
    }

    /** Returns the first job in priority order that is less urgent than another. */
    @Nullable
    Job firstAfterPriority(Job other) {
        return byPriority.higher(new Job(LAST_ID, other.kind, other.priority, Long.MAX_VALUE, null));
    }

    /** Returns the jobs from {@code end} on, in the order. */
    public Iterable<Job> from(Job end, Order order) {
        return in(order).tailSet(end);
    }

    public Iterator<Job> each(Order order) {
        return in(order).iterator();
    }

    /** Returns the jobs of a priority and lower ones, in priority order. */
    Iterable<Job> fromPriority(int priority) {
        return byPriority.isEmpty() ? byPriority : byPriority.tailSet(before(priority, byPriority.first().kind), true);
    }

    public boolean isEmpty() {
        return byPriority.isEmpty();
    }

    public int size() {
        return byPriority.size();
    }

    private SortedSet<Job> in(Order order) {
        return order == Order.AGE && byAge != null ? byAge : byPriority;
    }
}
