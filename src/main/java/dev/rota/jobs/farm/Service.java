package dev.rota.jobs.farm;

import dev.rota.engine.Times;
import java.util.List;

/**
 * Whose jobs are looked at, and up to when they have been. A look that can only fail is not taken: each job's next look
 * follows from an earlier one, as long as its instance is served; where it is not, its looks stand still.
 */
public final class Service {

    /** The tier of an instance whose jobs are not looked at. */
    public static final int UNSERVED = 2;

    private final Farm farm;
    private final Instances instances;
    private final Kinds kinds;

    Service(Farm farm) {
        this.farm = farm;
        this.instances = farm.instances();
        this.kinds = farm.kinds();
    }

    public boolean serves(Instance instance) {
        return !farm.isCohortAssigner() || instance.isBelowMax();
    }

    /** Whose turn it is: instances below their minimum go first where the assigner is by cohort. */
    public int tier(Instance instance) {
        if (!serves(instance)) {
            return UNSERVED;
        }
        return farm.isCohortAssigner() && !instance.isBelowMin() ? 1 : 0;
    }

    /** Up to when an instance's jobs have been looked at. */
    public long lookedUntil(Instance instance) {
        return Math.min(farm.lookedUntil(), instance.unservedSince);
    }

    /** From when on a queued job may be looked at. */
    public long scheduleAfter(Job job) {
        JobKind kind = job.kind;
        return job.line == kind.seen && farm.looksAlways() && kind.instance.wasServed()
                ? Math.max(job.scheduleAfter, farm.row().getLookedAt())
                : kind.scheduleAfter(job, lookedUntil(kind.instance));
    }

    /** Whether a seen job of the kind may have come to be due at this very time. */
    public boolean mayBeDueNow(JobKind kind) {
        return kind.isJustSeen(farm.now()) || (farm.looksAlways() && wasJustLookedAt());
    }

    private boolean wasJustLookedAt() {
        return farm.row().getLookedAt() == farm.now();
    }

    /** Wakes those whose look may do something in this step: they wait for it. */
    public void wakeDue() {
        instances.touched().forEach(this::wake);
        if (farm.lookedUntil() == farm.now()) {
            return;
        }
        instances.all().stream()
                .filter(instance -> farm.looksAlways() || instance.hasQuota())
                .forEach(this::wake);
        for (Platform platform : kinds.platforms().all()) {
            if (!platform.healthy.isEmpty()) {
                platform.kinds.stream().filter(kind -> serves(kind.instance)).forEach(kind -> wake(kind, farm.now()));
            }
        }
    }

    /** Wakes the jobs of an instance, if it is served. */
    public void wake(Instance instance) {
        wake(instance, farm.now());
    }

    /** Before a fetch: of instances that this step has brought below their maximum, those whose backoff is over. */
    public void wakeOverdue() {
        instances.touched().forEach(instance -> wake(instance, farm.now() - 1));
    }

    private void wake(Instance instance, long to) {
        if (serves(instance) && lookedUntil(instance) < to) {
            instance.kinds.forEach(kind -> wake(kind, to));
        }
    }

    private void wake(JobKind kind, long to) {
        kind.wake(lookedUntil(kind.instance), to);
        kinds.refresh(kind);
    }

    /** At the end of a step that leaves its iterations to a following one: only quotas are written. */
    void keep() {
        instances.touched().forEach(instance -> instance.save(farm.step()));
        instances.settle();
    }

    /** At the end of a step: keeps which instances are not served, and since when. */
    public void settle() {
        List<Instance> touched = instances.touched();
        for (Instance instance : touched) {
            if (serves(instance) || instance.jobs == 0) {
                instance.unservedSince = Times.NEVER;
            } else if (instance.wasServed()) {
                hold(instance);
            }
            instance.save(farm.step());
        }
        instances.settle();
        if (farm.looksAlways() && !wasJustLookedAt()) {
            farm.lookedAtAll();
        }
    }

    /** The instance is not served from now on. */
    private void hold(Instance instance) {
        if (farm.looksAlways() && wasJustLookedAt()) {
            instance.kinds.forEach(kind -> kind.seen.each(Order.PRIORITY).forEachRemaining(this::seenNow));
        }
        instance.unservedSince = farm.lookedUntil();
    }

    private void seenNow(Job job) {
        if (job.scheduleAfter != farm.now()) {
            job.kind.reschedule(job, farm.now());
            farm.save(job);
        }
    }

    /**
     * Another backoff is coming: each job keeps its next look so far, since later ones follow from it. One that waits
     * may be resting by its row, where that look followed from the backoff before.
     */
    void fixLooks() {
        for (JobKind kind : kinds.all()) {
            kind.resting.each(Order.PRIORITY).forEachRemaining(this::fixLook);
            kind.seen.each(Order.PRIORITY).forEachRemaining(this::fixLook);
        }
    }

    private void fixLook(Job job) {
        job.kind.reschedule(job, scheduleAfter(job));
        farm.save(job);
    }
}
