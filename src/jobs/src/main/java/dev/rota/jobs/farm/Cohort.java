package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.engine.Times;
import dev.rota.jobs.Assigner;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.FarmRow;
import java.util.Objects;

/** The policy of a cohort, its row, and the time of the step at work: what indexes read besides jobs and bots. */
public abstract class Cohort {

    private final CohortRow row;
    private CohortPolicy policy;
    private @Nullable Step step;
    private long now;
    private long lookedUntil;

    Cohort(CohortPolicy policy, FarmRow row) {
        this.policy = policy;
        this.row = new CohortRow(row);
    }

    /** Moves to a step, up to whose beginning looks count as taken, unless earlier iterations are unfinished. */
    final void move(Step next, long looked) {
        step = next;
        move(next.now(), looked);
    }

    /** Moves to a time. */
    final void move(long time, long looked) {
        now = time;
        Long unfinished = row.unfinished();
        lookedUntil = unfinished == null ? looked : unfinished;
    }

    public final Step step() {
        return Objects.requireNonNull(step, "a step is at work");
    }

    public final long now() {
        return now;
    }

    final long lookedUntil() {
        return lookedUntil;
    }

    public final CohortRow row() {
        return row;
    }

    public final CohortPolicy policy() {
        return policy;
    }

    final void replace(CohortPolicy next) {
        policy = next;
    }

    /** Returns whether the iterations of a step continue in a following step. */
    public final boolean isUnfinished() {
        return row.unfinished() != null;
    }

    public final boolean isCohortAssigner() {
        return policy.getAssigner() == Assigner.COHORT;
    }

    final boolean isSharing() {
        return policy.getAssigner() == Assigner.SHARES;
    }

    /** Returns whether the assigner puts instances below their minimum first, and serves none at its maximum. */
    final boolean hasTiers() {
        return policy.getAssigner() != Assigner.PRIORITY_AGE;
    }

    /** Returns the percentage of iterations in priority order; the others are in age order. */
    public final int priorityPercentage() {
        return hasTiers() ? 100 : policy.getPriorityPercentage();
    }

    /** Returns whether queues maintain the age order. */
    final boolean isAged() {
        return priorityPercentage() < 100;
    }

    /** Returns whether there is no backoff: then each step looks at every job of the served instances. */
    final boolean looksAlways() {
        return policy.getFailureBackoffMs() == 0 && !isSharing();
    }

    /** Returns from when on the lease of a job may be preempted. */
    final long preemptibleFrom(Job job) {
        Long least = policy.getMinRunMs();
        return least == null ? job.assignedAt : Times.after(job.assignedAt, least);
    }
}
