package dev.rota.jobs.farm;

import dev.rota.engine.Ids;
import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.Victims;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * An index of assigned jobs for eviction: by platform and instance, in an order in which the victim is the last. Built
 * on first use, since most farms have no minimum quotas. If the policy demands that a lease has run for some time, those
 * that have not are apart, by start, and join the others when a victim is looked for.
 */
public final class Evictable {

    private static final Comparator<Job> BY_START =
            Comparator.<Job>comparingLong(job -> job.assignedAt).thenComparing(job -> job.id, Ids.BY_BYTES);

    /** The order of victims of a moderate policy: of equal priority, the lease that began last. */
    private static final Comparator<Job> MODERATE =
            Comparator.<Job>comparingInt(job -> job.priority).thenComparing(BY_START);

    private final Farm farm;
    private final Map<Platform, Map<Instance, TreeSet<Job>>> assigned = new HashMap<>();
    private final NavigableSet<Job> young = new TreeSet<>(BY_START);
    private boolean kept;
    /**
     * The version of the platforms of which it was built: a bot whose matching jobs change moves to another platform
     * with its leases.
     */
    private long moves;

    Evictable(Farm farm) {
        this.farm = farm;
    }

    /** Returns whether a policy limits preemption. */
    static boolean isModerate(CohortPolicy policy) {
        return policy.getMinRunMs() != null || policy.getPreemptionsPerMinute() != null;
    }

    private Comparator<Job> order() {
        return isModerate(farm.policy()) ? MODERATE : Order.PRIORITY;
    }

    /**
     * Returns the job of the lowest priority that may be evicted for a job of the kind, as {@link #mayGoFor} allows, or
     * null if there is none.
     */
    @Nullable
    public Job worst(JobKind kind) {
        keep();
        age();
        Job worst = null;
        for (Platform platform : kind.platforms) {
            for (Map.Entry<Instance, TreeSet<Job>> entry :
                    assigned.getOrDefault(platform, Map.of()).entrySet()) {
                Instance instance = entry.getKey();
                if (instance != kind.instance && instance.usage > instance.min() && !hasLostEnough(instance)) {
                    Job job = worst(entry.getValue());
                    if (job != null && (worst == null || order().compare(job, worst) > 0)) {
                        worst = job;
                    }
                }
            }
        }
        return worst;
    }

    /** Returns whether an instance loses no more leases in this minute. */
    public boolean hasLostEnough(Instance instance) {
        Integer limit = farm.policy().getPreemptionsPerMinute();
        return limit != null && instance.lost(farm.now()) >= limit;
    }

    /**
     * Returns the first time after now at which the policy may allow victims that it does not allow now, or {@link
     * Times#NEVER} if it keeps none back.
     */
    public long moreFrom() {
        long first = young.isEmpty() ? Times.NEVER : oldEnoughAt(young.first());
        for (Instance instance : farm.instances().all()) {
            if (instance.usage > instance.min() && hasLostEnough(instance) && mayEverLose()) {
                first = Math.min(first, Instance.nextMinute(farm.now()));
            }
        }
        return first;
    }

    private boolean mayEverLose() {
        Integer limit = farm.policy().getPreemptionsPerMinute();
        return limit == null || limit > 0;
    }

    /** Returns from when on a lease may be preempted. */
    private long oldEnoughAt(Job job) {
        Long least = farm.policy().getMinRunMs();
        return least == null ? job.assignedAt : Times.after(job.assignedAt, least);
    }

    /** Lets leases join the others that are old enough now. */
    private void age() {
        while (!young.isEmpty() && oldEnoughAt(young.first()) <= farm.now()) {
            Job job = young.first();
            young.remove(job);
            if (job.bot != null) {
                sharing(job, job.bot).add(job);
            }
        }
    }

    /** Returns whether the policy lets a job be evicted for one of the given priority. */
    public boolean mayGoFor(Job victim, int priority) {
        return farm.policy().getVictims() == Victims.ANY || victim.priority > priority;
    }

    private @Nullable Job worst(NavigableSet<Job> jobs) {
        for (Job job : jobs.descendingSet()) {
            // an explanation may have been of a later time than this step
            if (job.bot != null && job.bot.isPreemptible() && oldEnoughAt(job) <= farm.now()) {
                return job;
            }
        }
        return null;
    }

    void add(Job job, Bot bot) {
        if (isKept()) {
            Set<Job> jobs = oldEnoughAt(job) > farm.now() ? young : sharing(job, bot);
            jobs.add(job);
        }
    }

    void remove(Job job, Bot bot) {
        if (isKept() && !young.remove(job)) {
            sharing(job, bot).remove(job);
        }
    }

    /** Returns the assigned jobs of the same instance on the same platform. */
    private Set<Job> sharing(Job job, Bot bot) {
        return assigned.computeIfAbsent(Platforms.of(bot), key -> new LinkedHashMap<>())
                .computeIfAbsent(job.kind.instance, key -> new TreeSet<>(order()));
    }

    /** Drops the index. */
    public void forget() {
        assigned.clear();
        young.clear();
        kept = false;
    }

    private boolean isKept() {
        if (kept && moves != farm.platforms().moves()) {
            forget();
        }
        return kept;
    }

    private void keep() {
        if (!isKept()) {
            kept = true;
            moves = farm.platforms().moves();
            for (Bot bot : farm.bots()) {
                bot.leases.values().forEach(job -> add(job, bot));
            }
        }
    }
}
