package dev.rota.jobs;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A cohort's state at hand: jobs, bots and quotas, with what finding one of them needs. All of it is in the rows, and is
 * read from them again where it is not at hand; what changes here is written there in the same step.
 */
final class Farm {

    /** The tier of an instance whose jobs are not looked at. */
    static final int UNSERVED = 2;

    /** Kinds that have no job are kept up to this many, and forgotten together. */
    private static final int IDLE_KINDS_MAX = 1_000;

    /** What tells kinds of jobs apart. */
    private record KindOf(String instance, List<Trait> traits) {}

    private final Map<String, Job> jobs = new HashMap<>();
    private final Map<String, Bot> bots = new HashMap<>();
    private final Map<String, Instance> instances = new LinkedHashMap<>();
    private final Map<KindOf, JobKind> kinds = new LinkedHashMap<>();
    private final Set<JobKind> waiting = new LinkedHashSet<>();
    private final List<Instance> touched = new ArrayList<>();
    private final Set<Instance> owed = new LinkedHashSet<>();
    private Platforms platforms = new Platforms();
    private final Evictable evictable = new Evictable(this);
    private CohortPolicy policy;
    private FarmRow row;
    private int queued;
    private int busyKinds;

    private @Nullable Step step;
    private long now;
    private long lookedUntil;

    Farm(CohortPolicy policy, FarmRow row) {
        this.policy = policy;
        this.row = row;
    }

    /** Turns to a step. Looks up to {@code lookedUntil} have been taken; those that could only fail, in thought. */
    void begin(Step next, long looked) {
        step = next;
        now = next.now();
        lookedUntil = looked;
        if (kinds.size() > 2 * busyKinds + IDLE_KINDS_MAX) {
            forgetIdleKinds();
        }
    }

    /** Turns to a time between steps. Looks up to it have been taken, but for one that is left over from before. */
    Farm asOf(long time) {
        now = time;
        lookedUntil = row.getNextLook() <= time ? row.getNextLook() - 1 : time;
        return this;
    }

    Step step() {
        return Objects.requireNonNull(step, "a step is at work");
    }

    long now() {
        return now;
    }

    CohortPolicy policy() {
        return policy;
    }

    boolean isCohortAssigner() {
        return policy.getAssigner() == Assigner.COHORT;
    }

    FarmRow row() {
        return row;
    }

    void row(FarmRow next) {
        row = next;
        step().table(JobsTables.FARM).upsert(JobsTables.ONLY, next);
    }

    void nextLook(long time) {
        row(new FarmRow(row.getLeases(), time, row.getLookedAt()));
    }

    Platforms platforms() {
        return platforms;
    }

    Evictable evictable() {
        return evictable;
    }

    int queued() {
        return queued;
    }

    @Nullable
    Job job(String id) {
        return jobs.get(id);
    }

    @Nullable
    Bot bot(String id) {
        return bots.get(id);
    }

    Collection<Bot> bots() {
        return bots.values();
    }

    Collection<Instance> instances() {
        return instances.values();
    }

    Collection<JobKind> kinds() {
        return kinds.values();
    }

    /** Kinds with jobs that wait for a look. */
    Collection<JobKind> waiting() {
        return waiting;
    }

    Instance instance(String name) {
        return instances.computeIfAbsent(name, key -> new Instance(key, null));
    }

    void add(Instance instance) {
        instances.put(instance.name, instance);
    }

    JobKind kind(String instanceName, List<Property> requirements) {
        KindOf identity = new KindOf(instanceName, Trait.of(requirements));
        JobKind kind = kinds.get(identity);
        if (kind == null) {
            Instance instance = instance(instanceName);
            kind = new JobKind(instance, identity.traits(), isAged(), policy.getFailureBackoffMs());
            kinds.put(identity, kind);
            instance.kinds.add(kind);
            platforms.learn(kind);
        }
        return kind;
    }

    /** The order of an iteration: by chance, where the policy mixes them. */
    Order drawOrder() {
        int percentage = isCohortAssigner() ? 100 : policy.getPriorityPercentage();
        boolean byPriority =
                percentage == 100 || (percentage > 0 && step().random().nextInt(100) + 1 <= percentage);
        return byPriority ? Order.PRIORITY : Order.AGE;
    }

    /** Whose turn it is: instances below their minimum go first where the assigner is by cohort. */
    int tier(Instance instance) {
        if (!isServed(instance)) {
            return UNSERVED;
        }
        return isCohortAssigner() && !instance.isBelowMin() ? 1 : 0;
    }

    boolean isServed(Instance instance) {
        return !isCohortAssigner() || instance.isBelowMax();
    }

    /** Up to when an instance's jobs have been looked at. */
    long lookedUntil(Instance instance) {
        return Math.min(lookedUntil, instance.unservedSince);
    }

    /** From when on a queued job may be looked at. */
    long scheduleAfter(Job job) {
        JobKind kind = job.kind;
        boolean lookedAtInEachStep = policy.getFailureBackoffMs() == 0 && kind.instance.wasServed();
        return job.line == kind.seen && lookedAtInEachStep
                ? Math.max(job.scheduleAfter, row.getLookedAt())
                : kind.scheduleAfter(job, lookedUntil(kind.instance));
    }

    /** A job that is new to the farm, or read from its row; it stands nowhere yet. */
    void add(Job job) {
        jobs.put(job.id, job);
        busyKinds += job.kind.jobs++ == 0 ? 1 : 0;
        job.kind.instance.jobs++;
        touch(job.kind.instance);
    }

    void remove(Job job) {
        jobs.remove(job.id);
        busyKinds -= --job.kind.jobs == 0 ? 1 : 0;
        job.kind.instance.jobs--;
        touch(job.kind.instance);
    }

    void enqueue(Job job) {
        job.kind.enqueue(job, now);
        queued++;
        waiting(job.kind);
    }

    /** A queued job as its row has it. One that rests stays so: its looks up to here are known from its row. */
    void restore(Job job) {
        boolean looked = policy.getFailureBackoffMs() == 0 && job.scheduleAfter <= row.getLookedAt();
        if (job.rowRests && !looked) {
            job.kind.rest(job, now);
        } else if (job.tried) {
            job.kind.await(job);
        } else {
            job.kind.enqueue(job, now);
        }
        queued++;
        waiting(job.kind);
    }

    void dequeue(Job job) {
        job.kind.dequeue(job);
        queued--;
        waiting(job.kind);
    }

    /** Wakes the jobs of an instance that is served: those whose look has come wait for it. */
    void wake(Instance instance) {
        wake(instance, now);
    }

    /** Wakes only those whose look should have been before a time. */
    void wake(Instance instance, long to) {
        if (isServed(instance) && lookedUntil(instance) < to) {
            instance.kinds.forEach(kind -> wake(kind, to));
        }
    }

    /** Wakes those whose look may do something in this step. Elsewhere looks are taken in thought. */
    void wakeDue() {
        touched.forEach(this::wake);
        if (lookedUntil == now) {
            return;
        }
        boolean all = policy.getFailureBackoffMs() == 0;
        instances.values().stream()
                .filter(instance -> all || instance.hasQuota())
                .forEach(this::wake);
        for (Platform platform : platforms.all()) {
            if (!platform.healthy.isEmpty()) {
                platform.kinds.stream().filter(kind -> isServed(kind.instance)).forEach(kind -> wake(kind, now));
            }
        }
    }

    /** At the end of a step: keeps which instances are not served, and since when their looks stand still. */
    void settle() {
        for (Instance instance : touched) {
            if (isServed(instance) || instance.jobs == 0) {
                instance.unservedSince = Times.NEVER;
            } else if (instance.wasServed()) {
                holdLooks(instance);
            }
            instance.touched = false;
            instance.save(step());
        }
        touched.clear();
        if (policy.getFailureBackoffMs() == 0 && row.getLookedAt() != now) {
            row(new FarmRow(row.getLeases(), row.getNextLook(), now));
        }
    }

    private void wake(JobKind kind, long to) {
        kind.wake(lookedUntil(kind.instance), to);
        waiting(kind);
    }

    /** The kind's lines have changed. */
    private void waiting(JobKind kind) {
        if (kind.waits()) {
            waiting.add(kind);
        } else {
            waiting.remove(kind);
        }
    }

    /** A bot with its leases, new to the farm. */
    void add(Bot bot) {
        bots.put(bot.id, bot);
        platforms.add(bot);
    }

    void remove(Bot bot) {
        bots.remove(bot.id);
        platforms.remove(bot);
    }

    /** A job takes, or gives back, one of a bot's slots. */
    void occupy(Job job, Bot bot) {
        job.bot = bot;
        bot.leases.put(job.id, job);
        job.kind.instance.usage++;
        touch(job.kind.instance);
        platforms.refresh(bot);
        evictable.add(job, bot);
    }

    Bot vacate(Job job) {
        Bot bot = Objects.requireNonNull(job.bot, "an assigned job has a bot");
        evictable.remove(job, bot);
        job.bot = null;
        bot.leases.remove(job.id);
        job.kind.instance.usage--;
        touch(job.kind.instance);
        platforms.refresh(bot);
        return bot;
    }

    /** An instance's quota, usage or jobs have changed in this step. */
    void touch(Instance instance) {
        if (!instance.touched) {
            instance.touched = true;
            touched.add(instance);
        }
    }

    /** The instances that have changed in this step. */
    List<Instance> touched() {
        return touched;
    }

    /** The instances that are owed slots. */
    Collection<Instance> owed() {
        return owed;
    }

    void quota(Instance instance, @Nullable QuotaRow quota) {
        instance.quota(quota);
        if (instance.min() > 0) {
            owed.add(instance);
        } else if (owed.remove(instance) && owed.isEmpty()) {
            evictable.forget();
        }
        touch(instance);
    }

    /** Whether a seen job of the kind may have come to be due at this very time. */
    boolean mayBeDueNow(JobKind kind) {
        return kind.isJustSeen(now) || (policy.getFailureBackoffMs() == 0 && row.getLookedAt() == now);
    }

    /** The instance is not served from now on: the looks at its jobs have been taken up to here, and no farther. */
    private void holdLooks(Instance instance) {
        if (policy.getFailureBackoffMs() == 0 && row.getLookedAt() == now) {
            instance.kinds.forEach(kind -> kind.seen.each(Order.PRIORITY).forEachRemaining(this::seenNow));
        }
        instance.unservedSince = lookedUntil;
    }

    private void seenNow(Job job) {
        if (job.scheduleAfter != now) {
            job.scheduleAfter = now;
            save(job);
        }
    }

    void policy(CohortPolicy next) {
        if (next.getFailureBackoffMs() != policy.getFailureBackoffMs()) {
            kinds.values().forEach(this::fixLooks);
        }
        policy = next;
        for (JobKind kind : kinds.values()) {
            kind.adapt(isAged(), next.getFailureBackoffMs(), now);
        }
        for (Instance instance : instances.values()) {
            touch(instance);
        }
        step().table(JobsTables.POLICY).upsert(JobsTables.ONLY, next);
    }

    /** Another backoff is coming: each resting job's next look so far is kept, since later ones follow from it. */
    private void fixLooks(JobKind kind) {
        kind.resting.each(Order.PRIORITY).forEachRemaining(job -> {
            job.scheduleAfter = scheduleAfter(job);
            save(job);
        });
    }

    private boolean isAged() {
        return !isCohortAssigner() && policy.getPriorityPercentage() < 100;
    }

    void save(Job job) {
        job.rowRests = job.line == job.kind.resting;
        step().table(JobsTables.JOBS).upsert(Key.of(job.id), job.row());
    }

    void save(Bot bot) {
        step().table(JobsTables.BOTS).upsert(Key.of(bot.id), bot.row());
    }

    private void forgetIdleKinds() {
        kinds.values().removeIf(kind -> kind.jobs == 0);
        platforms = new Platforms();
        instances.values().forEach(instance -> instance.kinds.clear());
        for (JobKind kind : kinds.values()) {
            kind.platforms.clear();
            kind.instance.kinds.add(kind);
            platforms.learn(kind);
        }
        bots.values().forEach(platforms::add);
        instances.values().removeIf(Instance::isIdle);
        evictable.forget();
    }
}
