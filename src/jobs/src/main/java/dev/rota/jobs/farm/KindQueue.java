package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/**
 * The queued jobs of a kind, in three queues. {@code fresh} jobs wait for their first look and {@code seen} jobs for a
 * later one; {@code resting} jobs have failed and back off until their next look. Groups of jobs move between waiting
 * and backing off as a whole.
 */
public final class KindQueue {

    public final JobKind kind;

    public final JobQueue fresh;
    final JobQueue seen;
    final JobQueue resting;
    private final BackoffWheel wheel;
    private final JobGroups groups;
    private final PreemptingLooks preemptingLooks;

    /** A time that is not before the {@code scheduleAfter} of any seen job. */
    private long seenUntil = Long.MIN_VALUE;

    KindQueue(JobKind kind, boolean aged, long backoffMs) {
        this.kind = kind;
        this.fresh = new JobQueue(Job.Place.FRESH, aged);
        this.seen = new JobQueue(Job.Place.SEEN, aged);
        this.resting = new JobQueue(Job.Place.RESTING, aged);
        this.wheel = new BackoffWheel(backoffMs);
        this.groups = new JobGroups(kind, wheel, aged);
        this.preemptingLooks = new PreemptingLooks(resting, wheel);
    }

    public JobGroups groups() {
        return groups;
    }

    /** Queues a job according to its state. */
    void enqueue(Job job, long now) {
        if (!job.tried) {
            fresh.add(job);
        } else if (job.scheduleAfter <= now) {
            await(job);
        } else {
            rest(job, now);
        }
    }

    /** Queues a job that has failed before, to be looked at again. */
    void await(Job job) {
        seen.add(job);
        reschedule(job, job.scheduleAfter);
    }

    /** Sets the time from which a queued job may be looked at; it stays in its queue. */
    void reschedule(Job job, long scheduleAfter) {
        if (job.place == Job.Place.RESTING && job.scheduleAfter != scheduleAfter) {
            wheel.remove(job);
            job.scheduleAfter = scheduleAfter;
            wheel.add(job, scheduleAfter);
        }
        job.scheduleAfter = scheduleAfter;
        if (job.place == Job.Place.SEEN) {
            seenUntil = Math.max(seenUntil, scheduleAfter);
        }
    }

    /** Makes a job back off until its next look. */
    void rest(Job job, long now) {
        resting.add(job);
        wheel.add(job, now);
        preemptingLooks.add(job, now);
    }

    void dequeue(Job job) {
        if (job.group != null) {
            groups.remove(job);
            return;
        }
        if (job.place == Job.Place.RESTING) {
            preemptingLooks.remove(job);
            wheel.remove(job);
        }
        queue(job).remove(job);
    }

    /** Changes a queued job's priority. It keeps its looks. */
    void reprioritise(Job job, int priority, long now) {
        if (job.group != null) {
            groups.reprioritise(job, priority);
            return;
        }
        JobQueue queue = queue(job);
        if (queue == resting) {
            preemptingLooks.remove(job);
        }
        queue.remove(job);
        job.priority = priority;
        queue.add(job);
        if (queue == resting) {
            preemptingLooks.add(job, now);
        }
    }

    /** Returns the next look at a job, given that looks up to {@code lookedUntil} have been taken. */
    public long scheduleAfter(Job job, long lookedUntil) {
        return job.rests() ? wheel.following(job.look(), lookedUntil) : job.look();
    }

    /** Moves queued jobs that are in no group to a group. */
    public void move(List<Job> jobs, JobGroup group) {
        jobs.forEach(this::dequeue);
        groups.add(group, jobs);
    }

    /** Ends a group; each of its jobs has its own looks again. Returns the jobs. */
    List<Job> dissolve(JobGroup group, long lookedUntil, long now) {
        boolean rests = group.rests;
        long look = rests ? wheel.following(group.look(), lookedUntil) : group.look();
        List<Job> jobs = groups.clear(group);
        for (Job job : jobs) {
            job.scheduleAfter = look;
            if (rests) {
                rest(job, now);
            } else {
                await(job);
            }
        }
        return jobs;
    }

    /** Makes the jobs wait that have a look after {@code lookedUntil} and up to {@code to}. */
    void wake(long lookedUntil, long to) {
        for (BackoffWheel.Slot slot : wheel.between(lookedUntil, to)) {
            for (Job job : slot.jobs()) {
                long look = scheduleAfter(job, lookedUntil);
                if (look <= to) {
                    dequeue(job);
                    job.scheduleAfter = look;
                    await(job);
                }
            }
            for (JobGroup group : slot.groups()) {
                long look = wheel.following(group.look(), lookedUntil);
                if (look <= to) {
                    groups.await(group, look);
                }
            }
        }
    }

    /** Returns the next look after {@code now} of any job that backs off. */
    public long nextLook(long now) {
        return wheel.next(now);
    }

    /**
     * Returns the next look after {@code now} at which a job that backs off may preempt a job of the given priority
     * number.
     */
    public long nextPreemptingLook(long below, long preemptionDelayMs, long now) {
        return Math.min(
                preemptingLooks.next(below, preemptionDelayMs, now),
                groups.nextPreemptingLook(below, preemptionDelayMs, now));
    }

    /**
     * Returns the first job that waits for its first look, was queued by a time, and has a priority number less than
     * {@code below}; null if there is none.
     */
    @Nullable
    public Job firstQueuedBy(long queuedBy, long below) {
        Job job = fresh.first(Order.PRIORITY);
        while (job != null && job.priority < below && job.queuedAt > queuedBy) {
            job = fresh.firstAfterPriority(job);
        }
        return job != null && job.priority < below ? job : null;
    }

    /**
     * Returns the first time after {@code now} at which a job that waits for its first look, of a priority number less
     * than {@code below}, has been queued for as long as {@code delayMs}.
     */
    public long nextOldEnough(long below, long delayMs, long now) {
        long next = Times.NEVER;
        Job first = fresh.first(Order.PRIORITY);
        while (first != null && first.priority < below) {
            Job young = fresh.firstAfter(first, now - delayMs);
            next = young == null ? next : Math.min(next, Times.after(young.queuedAt, delayMs));
            first = fresh.firstAfterPriority(first);
        }
        return next;
    }

    /** Returns when the oldest job was queued that waits for its first look, or {@link Times#NEVER}. */
    public long oldestFresh() {
        long oldest = Times.NEVER;
        Job first = fresh.first(Order.PRIORITY);
        while (first != null) {
            oldest = Math.min(oldest, first.queuedAt);
            first = fresh.firstAfterPriority(first);
        }
        return oldest;
    }

    /** Returns whether a seen job that is in no group may have begun to wait at {@code now}. */
    boolean isJustSeen(long now) {
        return seenUntil >= now && !seen.isEmpty();
    }

    public boolean waits() {
        return !fresh.isEmpty() || !seen.isEmpty() || !groups.seen.isEmpty();
    }

    public boolean hasResting() {
        return !resting.isEmpty() || !groups.resting.isEmpty();
    }

    /** Returns when the oldest of its queued jobs was queued, or {@link Times#NEVER} if none is queued. */
    public long oldest() {
        long oldest = Math.min(fresh.oldest(), Math.min(seen.oldest(), resting.oldest()));
        for (JobGroup group : groups.all()) {
            oldest = Math.min(oldest, group.jobs.oldest());
        }
        return oldest;
    }

    /** Adds its oldest jobs. */
    public void offerOldest(OldestJobs oldest) {
        List.of(fresh, seen, resting).forEach(queue -> queue.offerOldest(oldest));
        groups.all().forEach(group -> group.jobs.offerOldest(oldest));
    }

    /** Returns the number of queued jobs. */
    public int queued() {
        int queued = fresh.size() + seen.size() + resting.size();
        for (JobGroup group : groups.all()) {
            queued += group.size();
        }
        return queued;
    }

    @Nullable
    public Job firstWaiting(Order order) {
        return order.first(fresh.first(order), firstSeen(order));
    }

    /** Returns the first job that waits for a later look. */
    public @Nullable Job firstSeen(Order order) {
        return order.first(seen.first(order), groups.seen.first(order));
    }

    /** Returns the first job that backs off. */
    public @Nullable Job firstResting(Order order) {
        return order.first(resting.first(order), groups.resting.first(order));
    }

    /** Returns the jobs outside groups that wait for a later look. */
    public Iterator<Job> seenApart(Order order) {
        return seen.each(order);
    }

    /** Visits all queued jobs. */
    void eachQueued(Consumer<Job> action) {
        for (JobQueue queue : List.of(fresh, seen, resting)) {
            queue.each(Order.PRIORITY).forEachRemaining(action);
        }
        groups.all().forEach(group -> group.jobs.each(Order.PRIORITY).forEachRemaining(action));
    }

    /** Returns all queued jobs, in order. */
    public Iterator<Job> queued(Order order) {
        return MergedJobs.of(
                order,
                List.of(
                        fresh.each(order),
                        seen.each(order),
                        resting.each(order),
                        groups.seen.each(order),
                        groups.resting.each(order)));
    }

    /** Returns the waiting jobs, in order. */
    public Iterator<Job> waiting(Order order) {
        return new MergedJobs(order, waitingApart(order), groups.seen.each(order));
    }

    /** Returns the waiting jobs outside groups, in order. */
    public Iterator<Job> waitingApart(Order order) {
        return new MergedJobs(order, fresh.each(order), seen.each(order));
    }

    /** Adapts to a policy with another order or backoff. */
    void adapt(boolean aged, long nextBackoffMs, long now) {
        fresh.aged(aged);
        seen.aged(aged);
        resting.aged(aged);
        groups.aged(aged);
        if (wheel.backoffMs() != nextBackoffMs) {
            preemptingLooks.forget();
            wheel.begin(nextBackoffMs);
            resting.each(Order.PRIORITY).forEachRemaining(job -> wheel.add(job, now));
        }
    }

    private JobQueue queue(Job job) {
        return switch (job.place) {
            case FRESH -> fresh;
            case SEEN -> seen;
            case RESTING -> resting;
            default -> throw new IllegalStateException("expected job " + job.id + " in the queue, but it is not");
        };
    }
}
