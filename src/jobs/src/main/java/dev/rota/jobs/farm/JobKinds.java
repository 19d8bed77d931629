package dev.rota.jobs.farm;

import dev.rota.jobs.Property;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The kinds of jobs known to a cohort, and the platforms that can run each. */
public final class JobKinds {

    /** The number of kinds without jobs that are kept. Beyond it all are forgotten at once; many come back. */
    private static final int IDLE_MAX = 1_000;

    private record Identity(String instance, List<Trait> traits) {}

    private final CohortInstances instances;
    private final Map<Identity, JobKind> byIdentity = new LinkedHashMap<>();
    private final Set<JobKind> waiting = new LinkedHashSet<>();
    private final Shares shares;
    private Platforms platforms;
    private int busy;

    JobKinds(CohortInstances instances, Shares shares) {
        this.instances = instances;
        this.shares = shares;
        this.platforms = new Platforms(shares);
    }

    JobKind of(String instanceName, List<Property> requirements, boolean aged, long backoffMs) {
        Identity identity = new Identity(instanceName, Trait.of(requirements));
        JobKind kind = byIdentity.get(identity);
        if (kind == null) {
            kind = new JobKind(instances.of(instanceName), identity.traits(), aged, backoffMs);
            byIdentity.put(identity, kind);
            learn(kind);
        }
        return kind;
    }

    public Collection<JobKind> all() {
        return byIdentity.values();
    }

    Platforms platforms() {
        return platforms;
    }

    /** Returns the kinds whose jobs wait for a look. */
    public Collection<JobKind> waiting() {
        return waiting;
    }

    /** Updates the index after a kind's queues have changed. */
    void refresh(JobKind kind) {
        if (kind.waits()) {
            waiting.add(kind);
        } else {
            waiting.remove(kind);
        }
    }

    void count(JobKind kind, int jobs) {
        int before = kind.jobs;
        kind.jobs += jobs;
        kind.instance.jobs += jobs;
        instances.touch(kind.instance);
        busy += Integer.signum(kind.jobs) - Integer.signum(before);
    }

    boolean areManyIdle() {
        return byIdentity.size() > 2 * busy + IDLE_MAX;
    }

    /** Forgets kinds without jobs, and the traits that only they required. */
    void forgetIdle(Collection<Bot> bots) {
        shares.forgetLines();
        byIdentity.values().removeIf(kind -> kind.jobs == 0);
        platforms = new Platforms(shares);
        instances.all().forEach(instance -> instance.kinds.clear());
        for (JobKind kind : byIdentity.values()) {
            kind.forgetPlatforms();
            learn(kind);
        }
        bots.forEach(platforms::add);
        shares.findLines();
        instances.forgetIdle();
    }

    private void learn(JobKind kind) {
        kind.instance.kinds.add(kind);
        platforms.learn(kind);
    }
}
