package dev.rota.jobs.farm;

import dev.rota.engine.Times;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the time up to which jobs have been looked at, and makes jobs wait whose look has come. {@link
 * dev.rota.jobs.farm} explains looks.
 *
 * <p>The cohort's time advances with every step. The time of an instance ({@code unservedSince}) stops while the instance
 * is not served, since its jobs are not looked at then: while it is held, and under the cohort assigner while it is at its
 * maximum. Example: a job failed at 1,000 with a backoff of 300, so its looks are at 1,300, 1,600, 1,900. At 1,650 its
 * instance reaches its maximum, and at 2,550 it drops below it again. The looks at 1,300 and 1,600 count as taken. The look
 * at 1,900 was not taken, so the job is looked at in the step at 2,550. If the instance had been served all the time, the
 * next look would be at 2,800.
 */
public final class Looks {

    private final Cohort cohort;
    private final Service service;
    private final CohortInstances instances;
    private final Platforms platforms;
    private final JobKinds kinds;
    private final ChangedJobs changed;

    Looks(
            Cohort cohort,
            Service service,
            CohortInstances instances,
            Platforms platforms,
            JobKinds kinds,
            ChangedJobs changed) {
        this.cohort = cohort;
        this.service = service;
        this.instances = instances;
        this.platforms = platforms;
        this.kinds = kinds;
        this.changed = changed;
    }

    /** Returns the time up to which an instance's jobs have been looked at. */
    public long lookedUntil(Instance instance) {
        return Math.min(cohort.lookedUntil(), instance.unservedSince);
    }

    /** Returns the time from which a queued job may be looked at. */
    public long scheduleAfter(Job job) {
        Instance instance = job.kind.instance;
        return job.place == Job.Place.SEEN && cohort.looksAlways() && instance.wasServed()
                ? Math.max(job.scheduleAfter, cohort.row().lookedAt())
                : kinds.queueOf(job.kind).scheduleAfter(job, lookedUntil(instance));
    }

    /** Returns whether a seen job of a queue may have become due at exactly this time. */
    public boolean mayBeDueNow(KindQueue queue) {
        return queue.isJustSeen(cohort.now()) || (cohort.looksAlways() && wasJustLookedAt());
    }

    private boolean wasJustLookedAt() {
        return cohort.row().lookedAt() == cohort.now();
    }

    /** Wakes the jobs whose look may have an effect in this step. */
    public void wakeDue() {
        if (cohort.isSharing()) {
            return;
        }
        instances.touched().forEach(this::wake);
        if (cohort.lookedUntil() == cohort.now()) {
            return;
        }
        instances.all().stream()
                .filter(instance -> cohort.looksAlways() || instance.quota() != null)
                .forEach(this::wake);
        for (Platform platform : platforms.all()) {
            if (!platform.healthy.isEmpty()) {
                platform.kinds.stream()
                        .filter(kind -> service.serves(kind.instance))
                        .forEach(kind -> wake(kind, cohort.now()));
            }
        }
    }

    /** Wakes the jobs of an instance, if it is served. */
    public void wake(Instance instance) {
        wake(instance, cohort.now());
    }

    /**
     * Before a fetch: wakes jobs whose backoff is over, of instances that this step has brought below their maximum.
     */
    public void wakeOverdue() {
        if (cohort.isSharing()) {
            return;
        }
        instances.touched().forEach(instance -> wake(instance, cohort.now() - 1));
    }

    private void wake(Instance instance, long to) {
        if (service.serves(instance) && lookedUntil(instance) < to) {
            instance.kinds.forEach(kind -> wake(kind, to));
        }
    }

    private void wake(JobKind kind, long to) {
        kinds.wake(kind, lookedUntil(kind.instance), to);
    }

    /** Leaves the iterations to a following step: none of the looks counts as taken, and no instance is settled. */
    public void leaveUnfinished() {
        cohort.row().unfinished(cohort.lookedUntil());
        instances.touched().forEach(instance -> instance.save(cohort.step()));
        instances.settle();
    }

    /** Ends the iterations: records which instances are not served, and since when. */
    public void settle() {
        if (cohort.isUnfinished()) {
            cohort.row().unfinished(null);
        }
        List<Instance> touched = instances.touched();
        for (Instance instance : touched) {
            if (service.serves(instance) || instance.jobs == 0 || cohort.isSharing()) {
                instance.unservedSince = Times.NEVER;
            } else if (instance.wasServed()) {
                hold(instance);
            }
            instances.judge(instance, cohort.isCohortAssigner());
            instance.save(cohort.step());
        }
        instances.settle();
        if (cohort.looksAlways() && !wasJustLookedAt()) {
            cohort.row().lookedAtAll(cohort.now());
        }
    }

    /** Marks an instance as not served from now on. */
    private void hold(Instance instance) {
        if (cohort.looksAlways() && wasJustLookedAt()) {
            instance.kinds.forEach(
                    kind -> kinds.queueOf(kind).seen.each(Order.PRIORITY).forEachRemaining(this::seenNow));
        }
        instance.unservedSince = cohort.lookedUntil();
    }

    private void seenNow(Job job) {
        if (job.scheduleAfter != cohort.now()) {
            kinds.queueOf(job.kind).reschedule(job, cohort.now());
            changed.add(job);
        }
    }

    /** Prepares for the assigner SHARES: all queued jobs wait for their first look. */
    void lookAgain() {
        for (KindQueue queue : kinds.queues()) {
            for (Job job : ungrouped(queue)) {
                kinds.dequeued(job);
                job.tried = false;
                job.scheduleAfter = Math.min(job.scheduleAfter, cohort.now());
                kinds.queued(job);
                changed.add(job);
            }
        }
    }

    /**
     * Prepares for another backoff: each job keeps its next look, from which later ones follow. By its row, a waiting
     * job may still back off with a look that followed from the previous backoff.
     */
    void fixLooks() {
        for (KindQueue queue : kinds.queues()) {
            for (Job job : ungrouped(queue)) {
                queue.reschedule(job, scheduleAfter(job));
                changed.add(job);
            }
        }
    }

    /** Ends the groups of a queue; returns its jobs that have been looked at. */
    private List<Job> ungrouped(KindQueue queue) {
        queue.groups().all().forEach(group -> dissolve(queue, group));
        List<Job> tried = new ArrayList<>();
        queue.resting.each(Order.PRIORITY).forEachRemaining(tried::add);
        queue.seen.each(Order.PRIORITY).forEachRemaining(tried::add);
        return tried;
    }

    /** Ends a group; each of its jobs has its own looks again. */
    private void dissolve(KindQueue queue, JobGroup group) {
        queue.dissolve(group, lookedUntil(group.kind.instance), cohort.now()).forEach(changed::add);
        changed.add(group);
    }
}
