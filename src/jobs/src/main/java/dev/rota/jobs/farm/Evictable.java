package dev.rota.jobs.farm;

import dev.rota.engine.Ids;
import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.Victims;
import java.util.Collection;
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
public final class Evictable implements JobIndex {

    private static final Comparator<Job> BY_START =
            Comparator.<Job>comparingLong(job -> job.assignedAt).thenComparing(job -> job.id, Ids.BY_BYTES);

    /** The order of victims of a moderate policy: of equal priority, the lease that began last. */
    private static final Comparator<Job> MODERATE =
            Comparator.<Job>comparingInt(job -> job.priority).thenComparing(BY_START);

    private final Cohort cohort;
    private final CohortInstances instances;
    private final Platforms platforms;
    private final Collection<Bot> bots;
    private final Map<Platform, Map<Instance, TreeSet<Job>>> assigned = new HashMap<>();
    private final NavigableSet<Job> young = new TreeSet<>(BY_START);
    private boolean kept;
    /**
     * The version of the platforms of which it was built: a bot whose matching jobs change moves to another platform
     * with its leases.
     */
    private long moves;

    Evictable(Cohort cohort, CohortInstances instances, Platforms platforms, Collection<Bot> bots) {
        this.cohort = cohort;
        this.instances = instances;
        this.platforms = platforms;
        this.bots = bots;
    }

    /** Returns whether a policy limits preemption. */
    static boolean isModerate(CohortPolicy policy) {
        return policy.getMinRunMs() != null || policy.getPreemptionsPerMinute() != null;
    }

    private Comparator<Job> order() {
        return isModerate(cohort.policy()) ? MODERATE : Order.PRIORITY;
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
        Integer limit = cohort.policy().getPreemptionsPerMinute();
        return limit != null && instance.lost(cohort.now()) >= limit;
    }

    /**
     * Returns the first time after now at which the policy may allow victims that it does not allow now, or {@link
     * Times#NEVER} if it keeps none back.
     */
    public long moreFrom() {
        long first = young.isEmpty() ? Times.NEVER : cohort.preemptibleFrom(young.first());
        for (Instance instance : instances.all()) {
            if (instance.usage > instance.min() && hasLostEnough(instance) && mayEverLose()) {
                first = Math.min(first, Instance.nextMinute(cohort.now()));
            }
        }
        return first;
    }

    private boolean mayEverLose() {
        Integer limit = cohort.policy().getPreemptionsPerMinute();
        return limit == null || limit > 0;
    }

    /** Lets leases join the others that are old enough now. */
    private void age() {
        while (!young.isEmpty() && cohort.preemptibleFrom(young.first()) <= cohort.now()) {
            Job job = young.first();
            young.remove(job);
            if (job.bot != null) {
                sharing(job, job.bot).add(job);
            }
        }
    }

    /** Returns whether the policy lets a job be evicted for one of the given priority. */
    public boolean mayGoFor(Job victim, int priority) {
        return cohort.policy().getVictims() == Victims.ANY || victim.priority > priority;
    }

    private @Nullable Job worst(NavigableSet<Job> jobs) {
        for (Job job : jobs.descendingSet()) {
            // an explanation may have been of a later time than this step
            if (job.bot != null && job.bot.isPreemptible() && cohort.preemptibleFrom(job) <= cohort.now()) {
                return job;
            }
        }
        return null;
    }

    @Override
    public void occupied(Job job, Bot bot) {
        if (isKept()) {
            Set<Job> jobs = cohort.preemptibleFrom(job) > cohort.now() ? young : sharing(job, bot);
            jobs.add(job);
        }
    }

    @Override
    public void vacated(Job job, Bot bot) {
        if (isKept() && !young.remove(job)) {
            sharing(job, bot).remove(job);
        }
    }

    /** Returns the assigned jobs of the same instance on the same platform. */
    private Set<Job> sharing(Job job, Bot bot) {
        return assigned.computeIfAbsent(bot.platform(), key -> new LinkedHashMap<>())
                .computeIfAbsent(job.kind.instance, key -> new TreeSet<>(order()));
    }

    /** Drops the index. */
    public void forget() {
        assigned.clear();
        young.clear();
        kept = false;
    }

    private boolean isKept() {
        if (kept && moves != platforms.moves()) {
            forget();
        }
        return kept;
    }

    private void keep() {
        if (!isKept()) {
            kept = true;
            moves = platforms.moves();
            for (Bot bot : bots) {
                bot.leases.values().forEach(job -> occupied(job, bot));
            }
        }
    }
}
