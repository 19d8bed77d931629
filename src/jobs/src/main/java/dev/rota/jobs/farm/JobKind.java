package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import dev.rota.jobs.Property;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A class of jobs with the same instance and requirements: if no bot can run the first of them, none can run any other.
 *
 * <p>Its queued jobs are in three queues. {@code fresh} jobs wait for their first look and {@code seen} jobs for a
 * later one; {@code resting} jobs have failed and back off until their next look. Groups of jobs move between waiting
 * and backing off as a whole.
 */
public final class JobKind {

    public final Instance instance;
    public final List<Trait> traits;
    final List<Property> requirements;

    public final JobQueue fresh;
    final JobQueue seen;
    final JobQueue resting;
    private final JobGroups groups;
    private BackoffWheel wheel;
    private long backoffMs;
    private final PreemptingLooks preemptingLooks = new PreemptingLooks(this);

    /** Its queued jobs by owner, while the assigner is SHARES. */
    final Map<Owner, OwnedJobs> owned = new LinkedHashMap<>();

    /** A time that is not before the {@code scheduleAfter} of any seen job. */
    private long seenUntil = Long.MIN_VALUE;

    /** The platforms whose bots can run it. */
    public final List<Platform> platforms = new ArrayList<>();

    /** The number of waiting, queued and assigned jobs. */
    int jobs;

    /** The number of assigned jobs. */
    int running;

    /** The matching bots by id, as of {@code matchingVersion} of the platforms. */
    private List<Bot> matching = List.of();

    private long matchingVersion = -1;

    JobKind(Instance instance, List<Trait> traits, boolean aged, long backoffMs) {
        this.instance = instance;
        this.traits = traits;
        this.requirements = Trait.properties(traits);
        this.fresh = new JobQueue(aged);
        this.seen = new JobQueue(aged);
        this.resting = new JobQueue(aged);
        this.groups = new JobGroups(this, aged);
        this.backoffMs = backoffMs;
        this.wheel = new BackoffWheel(backoffMs);
    }

    public JobGroups groups() {
        return groups;
    }

    BackoffWheel wheel() {
        return wheel;
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
        job.scheduleAfter = scheduleAfter;
        if (job.line == seen) {
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
        JobQueue line = line(job);
        if (job.group != null) {
            groups.remove(job.group, job);
            return;
        }
        if (line == resting) {
            preemptingLooks.remove(job);
            BackoffWheel.remove(job);
        }
        line.remove(job);
    }

    /** Changes a queued job's priority. It keeps its looks. */
    void reprioritise(Job job, int priority, long now) {
        JobQueue line = line(job);
        if (job.group != null) {
            groups.reorder(job.group, job, () -> job.priority = priority);
            return;
        }
        if (line == resting) {
            preemptingLooks.remove(job);
        }
        line.remove(job);
        job.priority = priority;
        line.add(job);
        if (line == resting) {
            preemptingLooks.add(job, now);
        }
    }

    /** Returns the next look at a job, given that looks up to {@code lookedUntil} have been taken. */
    public long scheduleAfter(Job job, long lookedUntil) {
        return job.rests() ? next(job.look(), lookedUntil) : job.look();
    }

    /** Returns the first look after {@code lookedUntil} among {@code look} and the looks that follow from it. */
    long next(long look, long lookedUntil) {
        return backoffMs == 0 || look > lookedUntil
                ? look
                : Times.after(look, ((lookedUntil - look) / backoffMs + 1) * backoffMs);
    }

    /** Makes the jobs wait that have a look after {@code lookedUntil} and up to {@code to}. */
    void wake(long lookedUntil, long to) {
        if (!hasResting()) {
            return;
        }
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
                long look = next(group.look, lookedUntil);
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
    Job firstQueuedBy(long queuedBy, long below) {
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

    /** Visits its queues, including those of its groups. */
    void eachQueue(Consumer<JobQueue> action) {
        List.of(fresh, seen, resting).forEach(action);
        groups.all().forEach(group -> action.accept(group.jobs));
    }

    /** Returns the number of queued jobs. */
    public int queued() {
        int queued = fresh.size() + seen.size() + resting.size();
        for (JobGroup group : groups.all()) {
            queued += group.size();
        }
        return queued;
    }

    /** Returns the number of assigned jobs. */
    public int running() {
        return running;
    }

    public List<Property> requirements() {
        return requirements;
    }

    /** Returns whether any bot matches, healthy or not. */
    public boolean hasBot() {
        for (Platform platform : platforms) {
            if (platform.hasBots()) {
                return true;
            }
        }
        return false;
    }

    @Nullable
    public Job firstWaiting(Order order) {
        return first(order, fresh.first(order), firstSeen(order));
    }

    /** Returns the first job that waits for a later look. */
    public @Nullable Job firstSeen(Order order) {
        return first(order, seen.first(order), groups.seen.first(order));
    }

    /** Returns the first job that backs off. */
    public @Nullable Job firstResting(Order order) {
        return first(order, resting.first(order), groups.resting.first(order));
    }

    /** Returns the jobs outside groups that wait for a later look. */
    public Iterator<Job> seenApart(Order order) {
        return seen.each(order);
    }

    public static @Nullable Job first(Order order, @Nullable Job a, @Nullable Job b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return order.compare(a, b) <= 0 ? a : b;
    }

    /** Visits all queued jobs. */
    void eachQueued(Consumer<Job> action) {
        for (JobQueue line : List.of(fresh, seen, resting)) {
            line.each(Order.PRIORITY).forEachRemaining(action);
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
        if (backoffMs != nextBackoffMs) {
            preemptingLooks.forget();
            backoffMs = nextBackoffMs;
            wheel = new BackoffWheel(nextBackoffMs);
            resting.each(Order.PRIORITY).forEachRemaining(job -> wheel.add(job, now));
        }
    }

    public boolean hasHealthyBot() {
        for (Platform platform : platforms) {
            if (!platform.healthy.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Clears the platforms, whose versions begin again. */
    void forgetPlatforms() {
        platforms.clear();
        matchingVersion = -1;
    }

    /** Returns all matching bots, healthy or not, by id. */
    public List<Bot> matching(long version) {
        if (matchingVersion != version) {
            List<Bot> bots = new ArrayList<>();
            platforms.forEach(platform -> bots.addAll(platform.bots));
            bots.sort(null);
            matching = bots;
            matchingVersion = version;
        }
        return matching;
    }

    private static JobQueue line(Job job) {
        if (job.line == null) {
            throw new IllegalStateException("expected job " + job.id + " in the queue, but it is not");
        }
        return job.line;
    }
}
