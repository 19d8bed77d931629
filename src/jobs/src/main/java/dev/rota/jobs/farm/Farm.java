package dev.rota.jobs.farm;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.FarmRow;
import dev.rota.jobs.HoldRow;
import dev.rota.jobs.QuotaRow;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * A cohort's cached state: jobs, bots and quotas with their indexes. It is rebuilt from the rows if it is not cached;
 * every change is written to the rows in the same step.
 */
public final class Farm extends Cohort {

    private final Map<String, Job> jobs = new HashMap<>();
    private final Map<String, Bot> bots = new LinkedHashMap<>();

    /** The bots that may fetch more jobs in a following step, by id. */
    public final NavigableSet<Bot> fetching = new TreeSet<>();

    private final ChangedJobs changed = new ChangedJobs();
    public final Holds holds = new Holds();
    public final Service service;
    public final CohortInstances instances;
    public final Shares shares;
    public final Platforms platforms;
    public final JobKinds kinds;
    public final Looks looks;
    public final Evictable evictable;
    public final Payloads payloads;
    public final QueueDeadlines queueDeadlines;
    public final Dependencies dependencies;

    /** The indexes, in the order in which they follow each change. */
    private final JobIndex[] indexes;

    private int queued;
    private boolean moved;

    Farm(CohortPolicy policy, FarmRow row) {
        super(policy, row);
        service = new Service(this, holds);
        instances = new CohortInstances(holds);
        shares = new Shares(this, service);
        platforms = new Platforms(shares);
        kinds = new JobKinds(this, instances, platforms, changed);
        looks = new Looks(this, service, instances, platforms, kinds, changed);
        evictable = new Evictable(this, instances, platforms, bots.values());
        payloads = new Payloads(this);
        queueDeadlines = new QueueDeadlines();
        dependencies = new Dependencies(this, changed);
        indexes = new JobIndex[] {instances, kinds, platforms, queueDeadlines, payloads, shares, evictable, holds};
        queueDeadlines.policy(policy.getQueueTimeoutMs(), List.of());
    }

    /**
     * Begins a step. Looks up to {@code looked} count as taken; looks that are bound to fail are counted, not executed.
     * While the iterations of an earlier step are unfinished, its looks are not taken yet, and all instances count as
     * touched.
     */
    public void begin(Step next, long looked) {
        move(next, looked);
        if (isUnfinished()) {
            instances.all().forEach(instances::touch);
        }
        if (isUnfinished()
                || dependencies.areEndingsLeft()
                || !instances.unannounced().isEmpty()) {
            holds.allMayBeEmpty();
        }
        if (kinds.areManyIdle()) {
            shares.forgetPlatforms();
            kinds.forgetIdle(bots.values());
            instances.forgetIdle(shares::forgets);
            evictable.forget();
        }
        shares.begin(now());
    }

    /**
     * Moves to a time between steps, for explanations. Looks up to that time count as taken, except one that is left
     * over.
     */
    public Farm asOf(long time) {
        move(time, Math.min(time, row().nextLook() - 1));
        return this;
    }

    public KindQueue queueOf(JobKind kind) {
        return kinds.queueOf(kind);
    }

    /**
     * Returns whether the step has room for another part. Where a step may end, it lets instances and owners begin to
     * wait, so that it decides alike whether it ends there or not.
     */
    public boolean hasRoom() {
        shares.settle();
        return step().hasRoom();
    }

    public void policy(CohortPolicy next) {
        CohortPolicy before = policy();
        if (next.getFailureBackoffMs() != before.getFailureBackoffMs()) {
            looks.fixLooks();
        }
        replace(next);
        if (!Objects.equals(next.getQueueTimeoutMs(), before.getQueueTimeoutMs())) {
            queueDeadlines.policy(next.getQueueTimeoutMs(), kinds.queues());
        }
        if (!Objects.equals(next.getMinRunMs(), before.getMinRunMs())
                || Evictable.isModerate(next) != Evictable.isModerate(before)) {
            evictable.forget();
        }
        if (isSharing() && !shares.isOn()) {
            looks.lookAgain();
            share(now());
        } else if (!isSharing() && shares.isOn()) {
            shares.off(step());
        }
        kinds.adapt();
        instances.all().forEach(instances::touch);
        step().table(JobsTables.POLICY).upsert(JobsTables.ONLY, next);
    }

    /** Lets the assigner SHARES begin, as of a time after which no lease has begun. */
    void share(long time) {
        shares.on(time);
        eachJob(job -> {
            shares.added(job);
            if (job.bot != null) {
                shares.occupied(job, job.bot);
            } else if (job.isQueued()) {
                shares.queued(job);
            }
        });
        shares.settle();
    }

    /** Sets the quota of an instance, or removes it with null. */
    public void quota(Instance instance, @Nullable QuotaRow quota) {
        instances.quota(instance, quota);
        served(instance);
        if (instances.owed().isEmpty()) {
            evictable.forget();
        }
    }

    /**
     * Sets a hold, or ends it with null. The change from draining to drained touches no instance: it is made at the end
     * of a step, and an instance that is touched then would be looked at in the next one.
     */
    public void hold(HoldTarget whom, @Nullable HoldRow row) {
        if (!holds.set(step(), whom, row)) {
            return;
        }
        Bot bot = whom.bot() == null ? null : bots.get(whom.bot());
        if (bot != null) {
            bot.held = row != null;
            platforms.refresh(bot);
        }
        Instance instance = whom.instance() == null ? null : instances.known(whom.instance());
        if (instance != null) {
            instance.held = row != null;
            served(instance);
        }
        if (whom.kind() == HoldTarget.Kind.COHORT) {
            instances.all().forEach(this::served);
        }
    }

    private void served(Instance instance) {
        for (JobIndex index : indexes) {
            index.served(instance);
        }
    }

    /** Returns whether no bot has a job of a target. */
    public boolean isIdle(HoldTarget whom) {
        Bot bot = bots.get(whom.id());
        Instance instance = instances.known(whom.id());
        return switch (whom.kind()) {
            case COHORT -> jobs.size() == queued + dependencies.waiting();
            case BOT -> bot == null || bot.leases.isEmpty();
            case INSTANCE -> instance == null || instance.usage == 0;
        };
    }

    /** Takes note that an event has changed something. */
    public void changes() {
        moved = true;
    }

    /** Returns whether an event has changed something, a job was queued, assigned or ended, or a bot removed, since the last call. */
    public boolean takeMoved() {
        boolean has = moved;
        moved = false;
        return has;
    }

    public int queued() {
        return queued;
    }

    @Nullable
    public Job job(String id) {
        return jobs.get(id);
    }

    /** Adds a job, new or read from its row; it is in no queue yet. */
    public void add(Job job) {
        jobs.put(job.id, job);
        for (JobIndex index : indexes) {
            index.added(job);
        }
    }

    /**
     * Removes a job that has ended and is in no queue.
     *
     * @param success whether jobs that wait for its success may be queued
     * @param late whether its time in the queue was over
     */
    public void remove(Job job, boolean success, boolean late) {
        if (job.isWaiting()) {
            dependencies.waitsNoLonger(job);
        }
        dependencies.ended(job, success, late);
        jobs.remove(job.id);
        for (JobIndex index : indexes) {
            index.removed(job);
        }
        job.ended = true;
        save(job);
    }

    /** Lets a new job wait for another, besides those for which it waits already; null only begins its wait. */
    public void await(Job job, @Nullable Job on, boolean anyEnd) {
        if (!job.isWaiting()) {
            dependencies.wait(job);
            save(job);
        }
        if (on != null) {
            dependencies.add(job, on, anyEnd);
        }
    }

    /** Queues a job that has waited for others: its age begins. */
    public void release(Job job) {
        dependencies.waitsNoLonger(job);
        job.queuedAt = now();
        job.scheduleAfter = now();
        instances.touch(job.kind.instance);
        queue(job);
    }

    /** Queues a job that was submitted, retried or evicted; its time in the queue begins. */
    public void queue(Job job) {
        job.queuedSince = now();
        if (shares.isOn()) {
            job.tried = false;
            job.scheduleAfter = Math.min(job.scheduleAfter, now());
        }
        moved = true;
        queued++;
        for (JobIndex index : indexes) {
            index.queued(job);
        }
        save(job);
    }

    /** Removes a job from the queue, for good or until it is queued again. */
    public void leaveQueue(Job job) {
        moved = true;
        queued--;
        for (JobIndex index : indexes) {
            index.dequeued(job);
        }
    }

    /** Queues a job as its row says; the jobs of a group are queued with it. */
    void restore(Job job) {
        queued++;
        if (!job.isInGroup()) {
            kinds.restore(job);
        }
        queueDeadlines.add(job);
    }

    @Nullable
    public Bot bot(String id) {
        return bots.get(id);
    }

    /** Visits all jobs: assigned, queued and waiting. */
    private void eachJob(Consumer<Job> action) {
        bots.values().forEach(bot -> bot.leases.values().forEach(action));
        kinds.queues().forEach(queue -> queue.eachQueued(action));
        dependencies.eachWaiting(action);
    }

    public Collection<Bot> bots() {
        return bots.values();
    }

    /** Adds a bot with its leases. */
    public void add(Bot bot) {
        bots.put(bot.id, bot);
        bot.held = holds.has(HoldTarget.bot(bot.id));
        if (bot.fetch > 0) {
            fetching.add(bot);
        }
        platforms.add(bot);
    }

    public void remove(Bot bot) {
        moved = true;
        bots.remove(bot.id);
        fetching.remove(bot);
        platforms.remove(bot);
    }

    /** Gives one of a bot's slots to a job. */
    public void occupy(Job job, Bot bot) {
        moved = true;
        job.bot = bot;
        bot.leases.put(job.id, job);
        job.kind.instance.usage++;
        job.kind.running++;
        for (JobIndex index : indexes) {
            index.occupied(job, bot);
        }
    }

    /** Frees a job's slot; returns its bot. */
    public Bot vacate(Job job) {
        Bot bot = Objects.requireNonNull(job.bot, "an assigned job has a bot");
        moved = true;
        job.bot = null;
        bot.leases.remove(job.id);
        job.kind.instance.usage--;
        job.kind.running--;
        for (JobIndex index : indexes) {
            index.vacated(job, bot);
        }
        return bot;
    }

    /** Changes a job's priority; it keeps its age, its looks and its lease. */
    public void reprioritise(Job job, int priority) {
        Bot bot = job.bot;
        if (job.isQueued()) {
            shares.dequeued(job);
            queueOf(job.kind).reprioritise(job, priority, now());
            shares.queued(job);
        } else if (bot != null) {
            evictable.vacated(job, bot);
            job.priority = priority;
            evictable.occupied(job, bot);
        } else {
            job.priority = priority;
        }
        save(job);
    }

    /** Marks a job's row to be written. */
    public void save(Job job) {
        changed.add(job);
    }

    /** Marks a group's row to be written. */
    public void save(JobGroup group) {
        changed.add(group);
    }

    /** Ends a step, which may have changed nothing: writes changed rows. */
    public void write(Step ending) {
        dependencies.write(ending);
        if (shares.isOn()) {
            shares.write(ending);
        }
        changed.write(ending);
        row().write(ending);
    }

    public void save(Bot bot) {
        step().table(JobsTables.BOTS).upsert(Key.of(bot.id), bot.row());
    }
}
