package dev.rota.jobs.scheduler;

import dev.rota.engine.Times;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Instance;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.JobKind;
import dev.rota.jobs.farm.KindQueue;
import dev.rota.jobs.farm.Platform;
import java.util.function.ToLongFunction;

/**
 * Sets the timer of the next look that can succeed. A cohort that can assign no job has no timer, however long that lasts.
 */
final class LookTimer {

    private final Farm farm;

    LookTimer(Farm farm) {
        this.farm = farm;
    }

    void set() {
        set(next());
    }

    /** Moves the timer to a time. */
    void set(long next) {
        if (next != farm.row().nextLook()) {
            farm.step().timers().move(farm.row().nextLook(), next, CohortTimers.LOOK.key());
            farm.row().nextLook(next);
        }
    }

    private long next() {
        if (farm.shares.isOn()) {
            return preempting(this::oldEnough);
        }
        long next = Times.NEVER;
        if (farm.policy().getFailureBackoffMs() == 0) {
            // each step looks at all waiting jobs, so a look of one kind can have an effect for another
            for (KindQueue queue : farm.kinds.queues()) {
                next = Math.min(next, queue.nextLook(farm.now()));
            }
            return next;
        }
        if (farm.platforms.anyHealthy()) {
            for (Platform platform : farm.platforms.all()) {
                if (!platform.healthy.isEmpty()) {
                    for (JobKind kind : platform.kinds) {
                        next = Math.min(next, kind.instance.isAtMax() ? Times.NEVER : next(kind));
                    }
                }
            }
        }
        return Math.min(next, preempting(this::preempting));
    }

    /** Returns the first time of the kinds that can be assigned by preemption only. */
    private long preempting(ToLongFunction<JobKind> time) {
        long next = Times.NEVER;
        for (Instance instance : farm.instances.owed()) {
            if (instance.isBelowMin() && farm.service.serves(instance)) {
                for (JobKind kind : instance.kinds) {
                    next = Math.min(next, kind.hasHealthyBot() ? Times.NEVER : time.applyAsLong(kind));
                }
            }
        }
        return next;
    }

    /** Returns the first time at which a job of the kind has been queued long enough to preempt, without a backoff. */
    private long oldEnough(JobKind kind) {
        KindQueue queue = farm.queueOf(kind);
        if (!queue.waits()) {
            return Times.NEVER;
        }
        long delayMs = farm.policy().getPreemptionDelayMs();
        Job victim = farm.evictable.worst(kind);
        long next =
                victim == null ? Times.NEVER : queue.nextOldEnough(Preemption.below(farm, victim), delayMs, farm.now());
        long more = farm.evictable.moreFrom();
        return more < next ? Math.min(next, Math.max(more, Times.after(queue.oldestFresh(), delayMs))) : next;
    }

    private long next(JobKind kind) {
        KindQueue queue = farm.queueOf(kind);
        return !queue.hasResting() || !farm.service.serves(kind.instance) ? Times.NEVER : queue.nextLook(farm.now());
    }

    /** Returns the first look at which a job of the kind has waited long enough to preempt. */
    private long preempting(JobKind kind) {
        KindQueue queue = farm.queueOf(kind);
        if (!queue.hasResting()) {
            return Times.NEVER;
        }
        CohortPolicy policy = farm.policy();
        Job victim = farm.evictable.worst(kind);
        long next = Times.NEVER;
        if (victim != null) {
            next = queue.nextPreemptingLook(Preemption.below(farm, victim), policy.getPreemptionDelayMs(), farm.now());
        }
        long more = farm.evictable.moreFrom();
        if (more < next) {
            // a victim that the policy keeps back until then; the look itself may be later, and sets the timer again
            long look = queue.nextPreemptingLook(Long.MAX_VALUE, policy.getPreemptionDelayMs(), farm.now());
            next = Math.min(next, Math.max(more, look));
        }
        return next;
    }
}
