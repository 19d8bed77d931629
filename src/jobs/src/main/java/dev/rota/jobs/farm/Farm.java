package dev.rota.jobs.farm;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.engine.Times;
import dev.rota.jobs.Assigner;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.FarmRow;
import dev.rota.jobs.JobEnd;
import dev.rota.jobs.Property;
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
public final class Farm {

    private final Map<String, Job> jobs = new HashMap<>();
    private final Map<String, Bot> bots = new LinkedHashMap<>();
    /** Bots that may fetch more jobs in a following step, by id. */
    private final NavigableSet<Bot> fetching = new TreeSet<>();

    private final Holds holds = new Holds();
    private final CohortInstances instances = new CohortInstances(holds);
    private final Shares shares = new Shares(this);
    private final JobKinds kinds = new JobKinds(instances, shares);
    private final Service service = new Service(this);
    private final Evictable evictable = new Evictable(this);
    private CohortPolicy policy;
    private final CohortRow row;
    private final Payloads payloads = new Payloads();
    private final ChangedJobs changed = new ChangedJobs();
    private final QueueDeadlines queueDeadlines = new QueueDeadlines();
    private final Dependencies dependencies = new Dependencies();
    private final EndedJobs endedJobs = new EndedJobs();

    private int queued;

    private @Nullable Step step;
    private long now;
    private long lookedUntil;
    private boolean moved;

    Farm(CohortPolicy policy, FarmRow row) {
        this.policy = policy;
        this.row = new CohortRow(row);
        queueDeadlines.policy(policy.getQueueTimeoutMs(), List.of());
    }

    /**
     * Begins a step. Looks up to {@code looked} count as taken; looks that are bound to fail are counted, not executed.
     * While the iterations of an earlier step are unfinished, its looks are not taken yet, and all instances count as
     * touched.
     */
    public void begin(Step next, long looked) {
        step = next;
        now = next.now();
        Long unfinished = row().getUnfinished();
        lookedUntil = unfinished == null ? looked : unfinished;
        if (unfinished != null) {
            instances.all().forEach(instances::touch);
        }
        if (unfinished != null || areEndingsLeft() || !instances.unannounced().isEmpty()) {
            holds.allMayBeEmpty();
        }
        if (kinds.areManyIdle()) {
            kinds.forgetIdle(bots.values());
            evictable.forget();
        }
        shares.begin(now);
    }

    /**
     * Moves to a time between steps, for explanations. Looks up to that time count as taken, except one that is left
     * over.
     */
    public Farm asOf(long time) {
        now = time;
        Long unfinished = row().getUnfinished();
        lookedUntil = unfinished != null ? unfinished : Math.min(time, row().getNextLook() - 1);
        return this;
    }

    public Step step() {
        return Objects.requireNonNull(step, "a step is at work");
    }

    public long now() {
        return now;
    }

    long lookedUntil() {
        return lookedUntil;
    }

    public CohortInstances instances() {
        return instances;
    }

    public JobKinds kinds() {
        return kinds;
    }

    public Platforms platforms() {
        return kinds.platforms();
    }

    public Service service() {
        return service;
    }

    public Shares shares() {
        return shares;
    }

    /**
     * Returns whether the step has room for another part. Where a step may end, it lets instances and owners begin to
     * wait, so that it decides alike whether it ends there or not.
     */
    public boolean hasRoom() {
        shares.settle();
        return step().hasRoom();
    }

    public Evictable evictable() {
        return evictable;
    }

    public Holds holds() {
        return holds;
    }

    public QueueDeadlines queueDeadlines() {
        return queueDeadlines;
    }

    public Payloads payloads() {
        return payloads;
    }

    public Dependencies dependencies() {
        return dependencies;
    }

    /** Returns how a job that had this id last has ended, or null if that is not remembered. */
    public @Nullable JobEnd ended(String id) {
        return endedJobs.of(id, now);
    }

    EndedJobs endedJobs() {
        return endedJobs;
    }

    public CohortPolicy policy() {
        return policy;
    }

    public boolean isCohortAssigner() {
        return policy.getAssigner() == Assigner.COHORT;
    }

    /** Returns whether the assigner puts instances below their minimum first, and serves none at its maximum. */
    public boolean hasTiers() {
        return policy.getAssigner() != Assigner.PRIORITY_AGE;
    }

    /** Returns the percentage of iterations in priority order; the others are in age order. */
    public int priorityPercentage() {
        return hasTiers() ? 100 : policy.getPriorityPercentage();
    }

    /** Returns whether there is no backoff: then each step looks at every job of the served instances. */
    boolean looksAlways() {
        return policy.getFailureBackoffMs() == 0 && !shares.isOn();
    }

    private boolean isAged() {
        return priorityPercentage() < 100;
    }

    public void policy(CohortPolicy next) {
        if (next.getFailureBackoffMs() != policy.getFailureBackoffMs()) {
            service.fixLooks();
        }
        if (!Objects.equals(next.getQueueTimeoutMs(), policy.getQueueTimeoutMs())) {
            queueDeadlines.policy(next.getQueueTimeoutMs(), kinds.all());
        }
        boolean sharing = next.getAssigner() == Assigner.SHARES;
        boolean moderates = !Objects.equals(next.getMinRunMs(), policy.getMinRunMs())
                || Evictable.isModerate(next) != Evictable.isModerate(policy);
        policy = next;
        if (moderates) {
            evictable.forget();
        }
        if (sharing && !shares.isOn()) {
            service.lookAgain();
            shares.on();
            shares.begin(now);
        } else if (!sharing && shares.isOn()) {
            shares.off(step());
        }
        kinds.all().forEach(kind -> kind.adapt(isAged(), next.getFailureBackoffMs(), now));
        instances.all().forEach(instances::touch);
        step().table(JobsTables.POLICY).upsert(JobsTables.ONLY, next);
    }

    public FarmRow row() {
        return row.get();
    }

    /** Returns the row with the methods that change it. */
    public CohortRow cohortRow() {
        return row;
    }

    /** Returns whether the iterations of a step continue in a following step. */
    public boolean isUnfinished() {
        return row().getUnfinished() != null;
    }

    /** Returns whether a job was queued, assigned or ended since the last call, or a bot removed. */
    public boolean takeMoved() {
        boolean has = moved;
        moved = false;
        return has;
    }

    /** Returns whether a following step releases or aborts jobs that wait for others. */
    public boolean areEndingsLeft() {
        return dependencies.isPending() || dependencies.hasTimedOut();
    }

    /** Leaves the iterations to a following step: none of the looks counts as taken, and no instance is settled. */
    public void leaveUnfinished() {
        row.unfinished(lookedUntil);
        service.keep();
    }

    public void finish() {
        if (isUnfinished()) {
            row.unfinished(null);
        }
    }

    /** Returns the bots that may fetch more jobs in a following step, by id. */
    public NavigableSet<Bot> fetching() {
        return fetching;
    }

    public int queued() {
        return queued;
    }

    int assigned() {
        return jobs.size() - queued - dependencies.waiting();
    }

    @Nullable
    public Job job(String id) {
        return jobs.get(id);
    }

    public JobKind kind(String instance, List<Property> requirements) {
        return kinds.of(instance, requirements, isAged(), policy.getFailureBackoffMs());
    }

    /** Adds a job, new or read from its row; it is in no queue yet. */
    public void add(Job job) {
        jobs.put(job.id, job);
        kinds.count(job.kind, 1);
        payloads.added(job);
        shares.added(job);
    }

    /**
     * Removes a job that has ended and is in no queue.
     *
     * @param success whether jobs that wait for its success may be queued
     */
    public void remove(Job job, boolean success) {
        remove(job, success, false);
    }

    /** Removes a job whose time in the queue was over. */
    public void removeTimedOut(Job job) {
        remove(job, false, true);
    }

    private void remove(Job job, boolean success, boolean late) {
        if (job.isWaiting()) {
            dependencies.waitsNoLonger(step(), job);
        }
        dependencies.ended(job, success, late);
        Long keptMs = policy.getEndedKeptMs();
        if (keptMs != null) {
            endedJobs.add(step(), new JobEnd(job.id, Times.after(now, keptMs), success));
        }
        jobs.remove(job.id);
        kinds.count(job.kind, -1);
        shares.removed(job);
        payloads.ended(step(), job);
        job.ended = true;
        save(job);
    }

    public void enqueue(Job job) {
        job.kind.enqueue(job, now);
        shares.queued(job);
        queued++;
        kinds.refresh(job.kind);
    }

    /** Lets a new job wait for another, besides those for which it waits already; null only begins its wait. */
    public void await(Job job, @Nullable Job on, boolean anyEnd) {
        if (!job.isWaiting()) {
            dependencies.wait(job);
            save(job);
        }
        if (on != null) {
            dependencies.add(this, job, on, anyEnd);
        }
    }

    /** Queues a job that has waited for others: its age begins. */
    public void release(Job job) {
        dependencies.waitsNoLonger(step(), job);
        job.queuedAt = now;
        job.scheduleAfter = now;
        instances.touch(job.kind.instance);
        queue(job);
    }

    /** Queues a job that was submitted, retried or evicted; its time in the queue begins. */
    public void queue(Job job) {
        job.queuedSince = now;
        if (shares.isOn()) {
            job.tried = false;
            job.scheduleAfter = Math.min(job.scheduleAfter, now);
        }
        moved = true;
        enqueue(job);
        queueDeadlines.begin(job);
        save(job);
    }

    /** Removes a job from the queue, for good or until it is queued again. */
    public void leaveQueue(Job job) {
        moved = true;
        dequeue(job);
        queueDeadlines.remove(job);
    }

    /** Counts a job that was queued as its row says. */
    void restored(Job job) {
        queued++;
        kinds.refresh(job.kind);
        queueDeadlines.add(job);
    }

    public void dequeue(Job job) {
        if (job.group != null && job.group.size() == 1) {
            // the last job of a group ends it
            save(job.group);
        }
        shares.dequeued(job);
        job.kind.dequeue(job);
        queued--;
        kinds.refresh(job.kind);
    }

    @Nullable
    public Bot bot(String id) {
        return bots.get(id);
    }

    /** Visits all jobs: queued, assigned and waiting. */
    void eachJob(Consumer<Job> action) {
        kinds.all().forEach(kind -> kind.eachQueued(action));
        bots.values().forEach(bot -> bot.leases.values().forEach(action));
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
        platforms().add(bot);
    }

    public void remove(Bot bot) {
        moved = true;
        bots.remove(bot.id);
        fetching.remove(bot);
        platforms().remove(bot);
    }

    /** Gives one of a bot's slots to a job. */
    public void occupy(Job job, Bot bot) {
        job.bot = bot;
        bot.leases.put(job.id, job);
        use(job, bot, 1);
        shares.occupied(job);
        evictable.add(job, bot);
    }

    /** Frees a job's slot; returns its bot. */
    public Bot vacate(Job job) {
        Bot bot = Objects.requireNonNull(job.bot, "an assigned job has a bot");
        evictable.remove(job, bot);
        job.bot = null;
        bot.leases.remove(job.id);
        use(job, bot, -1);
        shares.vacated(job);
        holds.freed(bot.id, job.kind.instance.name);
        return bot;
    }

    /** Frees the slot of a job that is preempted; returns its bot. */
    public Bot preempt(Job victim) {
        Bot bot = vacate(victim);
        if (policy.getPreemptionsPerMinute() != null) {
            victim.kind.instance.loses(now);
        }
        return bot;
    }

    private void use(Job job, Bot bot, int slots) {
        job.kind.instance.usage += slots;
        job.kind.running += slots;
        moved = true;
        instances.touch(job.kind.instance);
        platforms().refresh(bot);
    }

    /** Changes a job's priority; it keeps its age, its looks and its lease. */
    public void reprioritise(Job job, int priority) {
        Bot bot = job.bot;
        if (job.isWaiting()) {
            job.priority = priority;
        } else if (bot == null) {
            shares.reordered(job, () -> job.kind.reprioritise(job, priority, now));
        } else {
            evictable.remove(job, bot);
            job.priority = priority;
            evictable.add(job, bot);
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

    /** Makes a waiting group back off until a look; its row is left to {@link #save(JobGroup)}. */
    public void rest(JobGroup group, long look) {
        group.kind.groups().rest(group, look);
        kinds.refresh(group.kind);
    }

    /** Ends a step, which may have changed nothing: writes changed rows. */
    public void write(Step ending) {
        if (areEndingsLeft()) {
            dependencies.write(ending);
        }
        if (!endedJobs.isEmpty()) {
            endedJobs.write(ending, ending.now());
        }
        if (shares.isOn()) {
            shares.write(ending);
        }
        if (!changed.isEmpty()) {
            changed.write(ending);
        }
        if (row.isChanged()) {
            row.write(ending);
        }
    }

    public void save(Bot bot) {
        step().table(JobsTables.BOTS).upsert(Key.of(bot.id), bot.row());
    }
}
