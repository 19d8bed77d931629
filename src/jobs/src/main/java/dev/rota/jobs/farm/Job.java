package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import dev.rota.jobs.Eviction;
import dev.rota.jobs.JobRow;
import dev.rota.jobs.Strategy;

/** A waiting, queued or assigned job, as its cohort caches it; its row contains the same. */
public final class Job {

    /** The queue that a job is in: that of its first look, of a later look, of a backoff, or of a group. */
    enum Place {
        /** It waits for other jobs, is assigned, or has ended. */
        NONE,
        FRESH,
        SEEN,
        RESTING,
        GROUP
    }

    public final String id;
    public final JobKind kind;
    /** Orders jobs; changed by the farm alone, since indexes depend on it. */
    public int priority;

    /** When it was submitted, or when the last of the jobs ended for which it waited. */
    public long queuedAt;

    public final @Nullable String hint;

    /** The payload size of a job without a payload. */
    public static final int NO_PAYLOAD = -1;

    /** The size of its payload; {@link #NO_PAYLOAD} if it has none, which differs from an empty one. */
    public final int payloadBytes;

    /** True if it was made from a record of another topic, of which its bot gets more than the payload. */
    boolean adopted;

    /** How long a lease of it may last, or null if the policy decides. */
    public final @Nullable Long executionTimeoutMs;

    /** How long it may be queued, or null if the policy decides. */
    public final @Nullable Long queueTimeoutMs;

    /** The owner that its submission names, or null if it names none. */
    public @Nullable String owner;

    /** When it last became queued. */
    public long queuedSince;

    public int attempt = 1;
    public boolean tried;
    /**
     * While it backs off outside a group, the time of one of its looks, from which
     * {@link KindQueue#scheduleAfter} computes the next.
     */
    public long scheduleAfter;
    /** The bot on which it last failed. */
    @Nullable
    public String avoid;

    /** True if its row states that it backs off, with a look from which its {@link #scheduleAfter} follows. */
    public boolean rowRests;

    /** True if it has a row. */
    boolean stored;

    /** True if its row must be written at the end of the step. */
    boolean changed;

    /** True if it has ended. */
    boolean ended;

    /** The number of the dependencies on it; 0 if no job has ever waited for it. */
    long dependants;

    /** True while it waits for other jobs. */
    boolean waiting;

    Place place = Place.NONE;

    /** Its index among the jobs that back off with the same looks. */
    int placeInSlot;

    /** The looks that it shares with its group, or null if it has its own. */
    @Nullable
    LookGroup group;

    @Nullable
    public Bot bot;

    public long lease;
    public long assignedAt;

    /** When it is judged whether its bot has had the time to name the lease. */
    public long ackDue;

    /** True if its bot has had the time: the next sync that does not name the lease loses it. */
    public boolean overdue;

    /** When it is judged how long its lease has lasted. */
    public long executionDue = Times.NEVER;

    @Nullable
    public Strategy strategy;

    /** The job that was evicted for this lease. */
    @Nullable
    public String preempted;

    /** Its last eviction. */
    @Nullable
    public Eviction evicted;

    /** Creates a job without a payload. */
    Job(String id, JobKind kind, int priority, long queuedAt, @Nullable String hint) {
        this(id, kind, priority, queuedAt, hint, NO_PAYLOAD, null, null);
    }

    public Job(
            String id,
            JobKind kind,
            int priority,
            long queuedAt,
            @Nullable String hint,
            int payloadBytes,
            @Nullable Long executionTimeoutMs,
            @Nullable Long queueTimeoutMs) {
        this.id = id;
        this.kind = kind;
        this.priority = priority;
        this.queuedAt = queuedAt;
        this.hint = hint;
        this.payloadBytes = payloadBytes;
        this.executionTimeoutMs = executionTimeoutMs;
        this.queueTimeoutMs = queueTimeoutMs;
        this.queuedSince = queuedAt;
        this.scheduleAfter = queuedAt;
    }

    /** Creates a job from its row, which is neither queued nor assigned yet. */
    static Job of(String id, JobKind kind, JobRow row) {
        Job job = new Job(
                id,
                kind,
                row.getPriority(),
                row.getQueuedAt(),
                row.getHint(),
                row.getPayloadBytes(),
                row.getExecutionTimeoutMs(),
                row.getQueueTimeoutMs());
        job.owner = row.getOwner();
        job.adopted = row.getAdopted();
        job.queuedSince = row.getQueuedSince();
        job.executionDue = row.getExecutionDue();
        job.attempt = row.getAttempt();
        job.tried = row.getTried();
        job.scheduleAfter = row.getScheduleAfter();
        job.avoid = row.getAvoid();
        job.rowRests = row.getResting();
        job.stored = true;
        job.lease = row.getLease();
        job.assignedAt = row.getAssignedAt();
        job.ackDue = row.getAckDue();
        job.overdue = row.getOverdue();
        job.strategy = row.getStrategy();
        job.preempted = row.getPreempted();
        job.evicted = row.getEvicted();
        return job;
    }

    JobRow row() {
        return new JobRow(
                kind.instance.name,
                priority,
                kind.requirements(),
                hint,
                queuedAt,
                scheduleAfter,
                tried,
                rowRests,
                attempt,
                avoid,
                bot == null ? null : bot.id,
                lease,
                assignedAt,
                ackDue,
                overdue,
                strategy,
                payloadBytes,
                adopted,
                queuedSince,
                executionTimeoutMs,
                queueTimeoutMs,
                executionDue,
                preempted,
                evicted,
                group == null ? null : group.number,
                dependants,
                waiting,
                owner);
    }

    /** Returns whether it waits for other jobs and is not queued yet. */
    public boolean isWaiting() {
        return waiting;
    }

    public boolean isQueued() {
        return place != Place.NONE;
    }

    /** Returns whether it backs off. */
    public boolean rests() {
        return group == null ? place == Place.RESTING : group.rests;
    }

    /** Returns the time of one of its looks while it backs off, or the time from which it may be looked at. */
    public long look() {
        return group == null ? scheduleAfter : group.look;
    }

    public boolean isInGroup() {
        return group != null;
    }
}
