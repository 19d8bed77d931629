package dev.rota.jobs.farm;

import dev.rota.jobs.Property;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The kinds of jobs known to a cohort, the queue of each, and the platforms that can run it. */
public final class JobKinds implements JobIndex {

    /** The number of kinds without jobs that are kept. Beyond it all are forgotten at once; many come back. */
    private static final int IDLE_MAX = 1_000;

    private record Identity(String instance, List<Trait> traits) {}

    private final Cohort cohort;
    private final CohortInstances instances;
    private final Platforms platforms;
    private final ChangedJobs changed;
    private final Map<Identity, JobKind> byIdentity = new LinkedHashMap<>();
    private final Map<JobKind, KindQueue> queues = new LinkedHashMap<>();
    private final Set<KindQueue> waiting = new LinkedHashSet<>();
    private int busy;

    JobKinds(Cohort cohort, CohortInstances instances, Platforms platforms, ChangedJobs changed) {
        this.cohort = cohort;
        this.instances = instances;
        this.platforms = platforms;
        this.changed = changed;
    }

    public JobKind of(String instanceName, List<Property> requirements) {
        Identity identity = new Identity(instanceName, Trait.of(requirements));
        JobKind kind = byIdentity.get(identity);
        if (kind == null) {
            kind = new JobKind(instances.of(instanceName), identity.traits());
            byIdentity.put(identity, kind);
            queues.put(
                    kind, new KindQueue(kind, cohort.isAged(), cohort.policy().getFailureBackoffMs()));
            learn(kind);
        }
        return kind;
    }

    public Collection<JobKind> all() {
        return byIdentity.values();
    }

    public Collection<KindQueue> queues() {
        return queues.values();
    }

    KindQueue queueOf(JobKind kind) {
        return Objects.requireNonNull(queues.get(kind), "a known kind has a queue");
    }

    /** Returns the queues whose jobs wait for a look. */
    public Collection<KindQueue> waiting() {
        return waiting;
    }

    /** Updates the index after a queue has changed. */
    private void refresh(KindQueue queue) {
        if (queue.waits()) {
            waiting.add(queue);
        } else {
            waiting.remove(queue);
        }
    }

    @Override
    public void added(Job job) {
        count(job.kind, 1);
    }

    @Override
    public void removed(Job job) {
        count(job.kind, -1);
    }

    private void count(JobKind kind, int jobs) {
        int before = kind.jobs;
        kind.jobs += jobs;
        kind.instance.jobs += jobs;
        instances.touch(kind.instance);
        busy += Integer.signum(kind.jobs) - Integer.signum(before);
    }

    @Override
    public void queued(Job job) {
        KindQueue queue = queueOf(job.kind);
        queue.enqueue(job, cohort.now());
        refresh(queue);
    }

    @Override
    public void dequeued(Job job) {
        KindQueue queue = queueOf(job.kind);
        JobGroup group = job.isInGroup() ? queue.groups().of(job) : null;
        if (group != null && group.size() == 1) {
            // the last job of a group ends it
            changed.add(group);
        }
        queue.dequeue(job);
        refresh(queue);
    }

    /** Queues a job as its row says. A job that backs off continues to: its looks up to now follow from its row. */
    void restore(Job job) {
        KindQueue queue = queueOf(job.kind);
        boolean looked =
                cohort.looksAlways() && job.scheduleAfter <= cohort.row().lookedAt();
        if (job.rowRests && !looked) {
            queue.rest(job, cohort.now());
        } else if (job.tried) {
            queue.await(job);
        } else {
            queue.enqueue(job, cohort.now());
        }
        refresh(queue);
    }

    /** Adds a group whose jobs have been read from their rows. */
    void restored(JobGroup group) {
        KindQueue queue = queueOf(group.kind);
        queue.groups().restored(group, cohort.now());
        refresh(queue);
    }

    /** Makes the jobs of a kind wait that have a look after {@code lookedUntil} and up to {@code to}. */
    void wake(JobKind kind, long lookedUntil, long to) {
        KindQueue queue = queueOf(kind);
        if (queue.hasResting()) {
            queue.wake(lookedUntil, to);
            refresh(queue);
        }
    }

    /** Makes a waiting group back off until a look. */
    public void rest(JobGroup group, long look) {
        KindQueue queue = queueOf(group.kind);
        queue.groups().rest(group, look);
        refresh(queue);
    }

    /** Adapts to the policy's order and backoff. */
    void adapt() {
        queues.values()
                .forEach(queue -> queue.adapt(cohort.isAged(), cohort.policy().getFailureBackoffMs(), cohort.now()));
    }

    boolean areManyIdle() {
        return byIdentity.size() > 2 * busy + IDLE_MAX;
    }

    /** Forgets kinds without jobs, and the traits that only they required. */
    void forgetIdle(Collection<Bot> bots) {
        byIdentity.values().removeIf(kind -> kind.jobs == 0);
        queues.keySet().removeIf(kind -> kind.jobs == 0);
        platforms.forgetAll();
        instances.all().forEach(instance -> instance.kinds.clear());
        for (JobKind kind : byIdentity.values()) {
            kind.forgetPlatforms();
            learn(kind);
        }
        bots.forEach(platforms::add);
    }

    private void learn(JobKind kind) {
        kind.instance.kinds.add(kind);
        platforms.learn(kind);
    }
}
