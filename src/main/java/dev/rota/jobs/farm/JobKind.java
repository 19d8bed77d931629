package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import dev.rota.jobs.Property;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/**
 * A class of jobs with the same instance and requirements: if no bot can take the first of them, none can take any
 * other.
 *
 * <p>Its queued jobs are in three queues: {@code fresh} and {@code seen} jobs wait to be looked at, the former for
 * the first time; {@code resting} jobs have failed and back off until their next look. Groups of jobs that have failed
 * together are moved between waiting and resting as a whole.
 */
public final class JobKind {

    public final Instance instance;
    public final List<Trait> traits;
    final List<Property> requirements;

    public final JobQueue fresh;
    final JobQueue seen;
    final JobQueue resting;
    private final LookGroups groups;
    private Looks looks;
    private long backoffMs;
    private final OwedLooks owedLooks = new OwedLooks(this);

    /** No seen job's {@code scheduleAfter} is later. */
    private long seenUntil = Long.MIN_VALUE;

    /** The platforms on which it can run. */
    public final List<Platform> platforms = new ArrayList<>();

    /** Jobs queued and assigned. */
    int jobs;

    /** Matching bots by id, as of {@code matchingVersion} of the platforms. */
    private List<Bot> matching = List.of();

    private long matchingVersion = -1;

    JobKind(Instance instance, List<Trait> traits, boolean aged, long backoffMs) {
        this.instance = instance;
        this.traits = traits;
        this.requirements = Trait.properties(traits);
        this.fresh = new JobQueue(aged);
        this.seen = new JobQueue(aged);
        this.resting = new JobQueue(aged);
        this.groups = new LookGroups(this, aged);
        this.backoffMs = backoffMs;
        this.looks = new Looks(backoffMs);
    }

    public LookGroups groups() {
        return groups;
    }

    Looks looks() {
        return looks;
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
        looks.add(job, now);
        owedLooks.add(job, now);
    }

    void dequeue(Job job) {
        JobQueue line = line(job);
        if (job.group != null) {
            groups.leave(job.group, job);
            return;
        }
        if (line == resting) {
            owedLooks.remove(job);
            Looks.remove(job);
        }
        line.remove(job);
    }

    /** When a job may be looked at next, given that looks up to {@code lookedUntil} have been taken. */
    public long scheduleAfter(Job job, long lookedUntil) {
        return job.rests() ? next(job.look(), lookedUntil) : job.look();
    }

    /** The first look after {@code lookedUntil} of those that follow from {@code look}. */
    long next(long look, long lookedUntil) {
        return backoffMs == 0 || look > lookedUntil
                ? look
                : Times.after(look, ((lookedUntil - look) / backoffMs + 1) * backoffMs);
    }

    /** Wakes the jobs that have a look after {@code lookedUntil} and up to {@code to}. */
    void wake(long lookedUntil, long to) {
        if (!hasResting()) {
            return;
        }
        for (SharedLook shared : looks.between(lookedUntil, to)) {
            for (Job job : shared.jobs()) {
                long look = scheduleAfter(job, lookedUntil);
                if (look <= to) {
                    dequeue(job);
                    job.scheduleAfter = look;
                    await(job);
                }
            }
            for (LookGroup group : shared.groups()) {
                long look = next(group.look, lookedUntil);
                if (look <= to) {
                    groups.await(group, look);
                }
            }
        }
    }

    /** The next look after {@code now} of any job that backs off. */
    public long nextLook(long now) {
        return looks.next(now);
    }

    /** The next look after {@code now} at which a job that backs off may preempt a job of the given priority number. */
    public long nextPreemptingLook(long below, long preemptionDelayMs, long now) {
        return Math.min(
                owedLooks.next(below, preemptionDelayMs, now),
                groups.nextPreemptingLook(below, preemptionDelayMs, now));
    }

    /** Whether a seen job that is in no group may have begun to wait only at {@code now}. */
    boolean isJustSeen(long now) {
        return seenUntil >= now && !seen.isEmpty();
    }

    public boolean waits() {
        return !fresh.isEmpty() || !seen.isEmpty() || !groups.seen.isEmpty();
    }

    public boolean hasResting() {
        return !resting.isEmpty() || !groups.resting.isEmpty();
    }

    /** When the oldest of its queued jobs was queued; {@link Times#NEVER} if none is. */
    long oldest() {
        long oldest = Math.min(fresh.oldest(), Math.min(seen.oldest(), resting.oldest()));
        for (LookGroup group : groups.all()) {
            oldest = Math.min(oldest, group.jobs.oldest());
        }
        return oldest;
    }

    /** Its queues, those of its groups among them. */
    void eachQueue(Consumer<JobQueue> action) {
        List.of(fresh, seen, resting).forEach(action);
        groups.all().forEach(group -> action.accept(group.jobs));
    }

    /** Jobs queued. */
    public int queued() {
        int queued = fresh.size() + seen.size() + resting.size();
        for (LookGroup group : groups.all()) {
            queued += group.size();
        }
        return queued;
    }

    /** Whether any bot matches, healthy or not. */
    public boolean hasBot() {
        for (Platform platform : platforms) {
            if (!platform.bots.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    @Nullable
    public Job firstWaiting(Order order) {
        return first(order, fresh.first(order), firstSeen(order));
    }

    /** The first job that waits to be looked at again. */
    public @Nullable Job firstSeen(Order order) {
        return first(order, seen.first(order), groups.seen.first(order));
    }

    /** The first job that backs off. */
    public @Nullable Job firstResting(Order order) {
        return first(order, resting.first(order), groups.resting.first(order));
    }

    /** The jobs that wait to be looked at again, but for those in groups. */
    public Iterator<Job> seenApart(Order order) {
        return seen.each(order);
    }

    public static @Nullable Job first(Order order, @Nullable Job a, @Nullable Job b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return order.compare(a, b) <= 0 ? a : b;
    }

    /** All its queued jobs. */
    void eachQueued(Consumer<Job> action) {
        for (JobQueue line : List.of(fresh, seen, resting)) {
            line.each(Order.PRIORITY).forEachRemaining(action);
        }
        groups.all().forEach(group -> group.jobs.each(Order.PRIORITY).forEachRemaining(action));
    }

    /** All its queued jobs, in order. */
    public Iterator<Job> queued(Order order) {
        return Merged.of(
                order,
                List.of(
                        fresh.each(order),
                        seen.each(order),
                        resting.each(order),
                        groups.seen.each(order),
                        groups.resting.each(order)));
    }

    /** The waiting jobs, in order. */
    public Iterator<Job> waiting(Order order) {
        return new Merged(order, waitingApart(order), groups.seen.each(order));
    }

    /** The waiting jobs, in order, but for those in groups. */
    public Iterator<Job> waitingApart(Order order) {
        return new Merged(order, fresh.each(order), seen.each(order));
    }

    /** Adapts to a policy with another order or backoff. */
    void adapt(boolean aged, long nextBackoffMs, long now) {
        fresh.aged(aged);
        seen.aged(aged);
        resting.aged(aged);
        groups.aged(aged);
        if (backoffMs != nextBackoffMs) {
            owedLooks.forget();
            backoffMs = nextBackoffMs;
            looks = new Looks(nextBackoffMs);
            resting.each(Order.PRIORITY).forEachRemaining(job -> looks.add(job, now));
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

    /** All bots that match, healthy or not, by id. */
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
