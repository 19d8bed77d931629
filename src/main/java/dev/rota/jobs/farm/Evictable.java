package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import dev.rota.jobs.Victims;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * An index of assigned jobs for eviction: by platform and instance, in priority order, so that the victim is the last.
 * Built on first use, since most farms have no minimum quotas.
 */
public final class Evictable {

    private final Farm farm;
    private final Map<Platform, Map<Instance, TreeSet<Job>>> assigned = new HashMap<>();
    private boolean kept;
    /**
     * The version of the platforms of which it was built: a bot whose matching jobs change moves to another platform
     * with its leases.
     */
    private long moves;

    Evictable(Farm farm) {
        this.farm = farm;
    }

    /**
     * Returns the job of the lowest priority that may be evicted for a job of the kind, as {@link #mayGoFor} allows, or
     * null if there is none.
     */
    @Nullable
    public Job worst(JobKind kind) {
        keep();
        Job worst = null;
        for (Platform platform : kind.platforms) {
            for (Map.Entry<Instance, TreeSet<Job>> entry :
                    assigned.getOrDefault(platform, Map.of()).entrySet()) {
                Instance instance = entry.getKey();
                if (instance != kind.instance && instance.usage > instance.min()) {
                    Job job = worst(entry.getValue());
                    if (job != null && (worst == null || Order.PRIORITY.compare(job, worst) > 0)) {
                        worst = job;
                    }
                }
            }
        }
        return worst;
    }

    /** Returns whether the policy lets a job be evicted for one of the given priority. */
    public boolean mayGoFor(Job victim, int priority) {
        return farm.policy().getVictims() == Victims.ANY || victim.priority > priority;
    }

    private static @Nullable Job worst(NavigableSet<Job> jobs) {
        for (Job job : jobs.descendingSet()) {
            if (job.bot != null && job.bot.isPreemptible()) {
                return job;
            }
        }
        return null;
    }

    void add(Job job, Bot bot) {
        if (isKept()) {
            sharing(job, bot).add(job);
        }
    }

    void remove(Job job, Bot bot) {
        if (isKept()) {
            sharing(job, bot).remove(job);
        }
    }

    /** Returns the assigned jobs of the same instance on the same platform. */
    private Set<Job> sharing(Job job, Bot bot) {
        return assigned.computeIfAbsent(Platforms.of(bot), key -> new LinkedHashMap<>())
                .computeIfAbsent(job.kind.instance, key -> new TreeSet<>(Order.PRIORITY));
    }

    /** Drops the index. */
    public void forget() {
        assigned.clear();
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
