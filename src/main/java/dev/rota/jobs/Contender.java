package dev.rota.jobs;

import dev.rota.engine.Nullable;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.JobKind;
import dev.rota.jobs.farm.Order;

/** A kind of jobs in the iterations of one step. */
final class Contender {

    /** Why no job of the kind is a candidate, as things stand. */
    enum Rest {
        /** No healthy bot matches, and the instance may not preempt. Nothing within a step changes that. */
        NO_BOT,
        /** No healthy bot matches, and there is nobody to evict. An assignment can make somebody. */
        NO_VICTIM,
        /** The instance is at its maximum. An eviction of its own can make room. */
        AT_MAX
    }

    final JobKind kind;

    @Nullable
    Rest rest;

    /** The first job that can preempt, where those before it cannot. */
    @Nullable
    Job preemptor;

    Contender(JobKind kind) {
        this.kind = kind;
    }

    /** The job that would be looked at; null: none is left, or none has a chance. */
    @Nullable
    Job candidate(Order order) {
        return rest != null ? null : preemptor != null ? preemptor : kind.firstWaiting(order);
    }
}
