package dev.rota.jobs.farm;

import dev.rota.engine.Times;
import dev.rota.jobs.QuotaRow;
import java.util.ArrayList;
import java.util.List;

/**
 * Determines which instances are served, and the time up to which their jobs have been looked at. {@link
 * dev.rota.jobs.farm} explains looks.
 *
 * <p>The farm's time ({@link Farm#lookedUntil}) advances with every step. The time of an instance ({@code
 * unservedSince}) stops while the instance is not served, since its jobs are not looked at then: while it is held, and
 * under the cohort assigner while it is at its maximum. Example: a job failed at 1,000 with a backoff of 300, so its
 * looks are at 1,300, 1,600, 1,900. At 1,650 its instance reaches its maximum, and at 2,550 it drops below it again.
 * The looks at 1,300 and 1,600 count as taken. The look at 1,900 was not taken, so the job is looked at in the step at
 * 2,550. If the instance had been served all the time, the next look would be at 2,800.
 */
public final class Service {

    /** The tier of an instance that is not served: its jobs are not looked at. */
    public static final int UNSERVED = 2;

    private final Farm farm;
    private final CohortInstances instances;
    private final JobKinds kinds;

    Service(Farm farm) {
        this.farm = farm;
        this.instances = farm.instances();
        this.kinds = farm.kinds();
    }

    /** Returns whether the jobs of an instance are looked at. */
    public boolean serves(Instance instance) {
        return !isHeld(instance)
                && switch (farm.policy().getAssigner()) {
                    case PRIORITY_AGE -> true;
                    case COHORT -> instance.isBelowMax();
                    case SHARES -> !instance.isAtMax();
                };
    }

    /** Returns how many more jobs of an instance may be assigned, by its maximum and by holds. */
    public int roomOf(Instance instance) {
        QuotaRow quota = instance.quota();
        if (!serves(instance)) {
            return 0;
        }
        return quota == null ? Integer.MAX_VALUE : Math.max(0, quota.getMax() - instance.usage);
    }

    /** Returns whether an operator holds an instance, or the whole cohort. */
    public boolean isHeld(Instance instance) {
        return instance.held || farm.holds().has(HoldTarget.COHORT);
    }

    /** Returns the tier of an instance. Where there are quotas, instances below their minimum come first. */
    public int tier(Instance instance) {
        if (!serves(instance)) {
            return UNSERVED;
        }
        return farm.hasTiers() && !instance.isBelowMin() ? 1 : 0;
    }

    /** The time up to which an instance's jobs have been looked at. */
    public long lookedUntil(Instance instance) {
        return Math.min(farm.lookedUntil(), instance.unservedSince);
    }

    /** The time from which a queued job may be looked at. */
    public long scheduleAfter(Job job) {
        JobKind kind = job.kind;
        return job.line == kind.seen && farm.looksAlways() && kind.instance.wasServed()
                ? Math.max(job.scheduleAfter, farm.row().getLookedAt())
                : kind.scheduleAfter(job, lookedUntil(kind.instance));
    }

    /** Whether a seen job of the kind may have become due at exactly this time. */
    public boolean mayBeDueNow(JobKind kind) {
        return kind.isJustSeen(farm.now()) || (farm.looksAlways() && wasJustLookedAt());
    }

    private boolean wasJustLookedAt() {
        return farm.row().getLookedAt() == farm.now();
    }

    /** Wakes the jobs whose look may have an effect in this step. */
    public void wakeDue() {
        if (farm.shares().isOn()) {
            return;
        }
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

    /**
     * Before a fetch: wakes jobs whose backoff is over, of instances that this step has brought below their maximum.
     */
    public void wakeOverdue() {
        if (farm.shares().isOn()) {
            return;
        }
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

    /** Ends a step whose iterations continue in a following one: writes quotas only. */
    void keep() {
        instances.touched().forEach(instance -> instance.save(farm.step()));
        instances.settle();
    }

    /** Ends a step: records which instances are not served, and since when. */
    public void settle() {
        List<Instance> touched = instances.touched();
        for (Instance instance : touched) {
            if (serves(instance) || instance.jobs == 0 || farm.shares().isOn()) {
                instance.unservedSince = Times.NEVER;
            } else if (instance.wasServed()) {
                hold(instance);
            }
            instances.judge(instance, farm.isCohortAssigner());
            instance.save(farm.step());
        }
        instances.settle();
        if (farm.looksAlways() && !wasJustLookedAt()) {
            farm.cohortRow().lookedAtAll(farm.now());
        }
    }

    /** Marks an instance as not served from now on. */
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

    /** Prepares for the assigner SHARES: all queued jobs wait for their first look. */
    void lookAgain() {
        for (JobKind kind : kinds.all()) {
            kind.groups().all().forEach(this::dissolve);
            List<Job> tried = new ArrayList<>();
            kind.resting.each(Order.PRIORITY).forEachRemaining(tried::add);
            kind.seen.each(Order.PRIORITY).forEachRemaining(tried::add);
            for (Job job : tried) {
                farm.dequeue(job);
                job.tried = false;
                job.scheduleAfter = Math.min(job.scheduleAfter, farm.now());
                farm.enqueue(job);
                farm.save(job);
            }
        }
    }

    /**
     * Prepares for another backoff: each job keeps its next look, from which later ones follow. By its row, a waiting
     * job may still back off with a look that followed from the previous backoff.
     */
    void fixLooks() {
        for (JobKind kind : kinds.all()) {
            kind.groups().all().forEach(this::dissolve);
            kind.resting.each(Order.PRIORITY).forEachRemaining(this::fixLook);
            kind.seen.each(Order.PRIORITY).forEachRemaining(this::fixLook);
        }
    }

    /** Ends a group; each of its jobs has its own looks again. */
    private void dissolve(JobGroup group) {
        JobKind kind = group.kind;
        long look = group.rests ? kind.next(group.look, lookedUntil(kind.instance)) : group.look;
        for (Job job : kind.groups().clear(group)) {
            job.scheduleAfter = look;
            if (group.rests) {
                kind.rest(job, farm.now());
            } else {
                kind.await(job);
            }
            farm.save(job);
        }
        farm.save(group);
    }

    private void fixLook(Job job) {
        job.kind.reschedule(job, scheduleAfter(job));
        farm.save(job);
    }
}
