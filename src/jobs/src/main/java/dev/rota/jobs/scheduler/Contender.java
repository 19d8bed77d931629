package dev.rota.jobs.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.JobKind;
import dev.rota.jobs.farm.Order;

/** A kind of jobs during the iterations of one step. */
final class Contender {

    /** Reasons why no job of the kind is currently a candidate. */
    enum Rest {
        /** No healthy bot matches, and the instance may not preempt. That cannot change within a step. */
        NO_BOT,
        /** No healthy bot matches, and there is no victim. An assignment can create one. */
        NO_VICTIM,
        /** The instance is at its maximum. An eviction of one of its own jobs can make room. */
        AT_MAX
    }

    final JobKind kind;

    @Nullable
    Rest rest;

    /** The first job that can preempt, if the jobs before it cannot. */
    @Nullable
    Job preemptor;

    Contender(JobKind kind) {
        this.kind = kind;
    }

    /** Returns the next job to look at, or null if none is left or none can be placed. */
    @Nullable
    Job candidate(Order order) {
        return rest != null ? null : preemptor != null ? preemptor : kind.firstWaiting(order);
    }
}
