package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import dev.rota.jobs.JobRow;
import dev.rota.jobs.Strategy;

/** A job that is queued or assigned, as a cohort has it at hand; its row says the same. */
public final class Job {

    public final String id;
    public final JobKind kind;
    public final int priority;
    public final long queuedAt;
    public final @Nullable String hint;

    public int attempt = 1;
    public boolean tried;
    /** While it rests: one of its looks, from which the next is computed; {@link JobKind#scheduleAfter} does. */
    public long scheduleAfter;
    /** The bot that failed it last. */
    @Nullable
    public String avoid;

    /** Its row says that it rests, with a look from which its {@link #scheduleAfter} follows. */
    public boolean rowRests;

    /** It has a row. */
    boolean stored;

    /** It is not as its row says, and is written when the step ends. */
    boolean changed;

    /** It has ended. */
    boolean ended;

    /** Where it stands in the queue; null while it is assigned. */
    @Nullable
    public Line line;

    /** The looks that it shares while it rests. */
    @Nullable
    SharedLook look;

    int placeInLook;

    @Nullable
    public Bot bot;

    public long lease;
    public long assignedAt;

    @Nullable
    public Strategy strategy;

    public Job(String id, JobKind kind, int priority, long queuedAt, @Nullable String hint) {
        this.id = id;
        this.kind = kind;
        this.priority = priority;
        this.queuedAt = queuedAt;
        this.hint = hint;
        this.scheduleAfter = queuedAt;
    }

    /** As its row has it, but for its place in the queue or on a bot. */
    static Job of(String id, JobKind kind, JobRow row) {
        Job job = new Job(id, kind, row.getPriority(), row.getQueuedAt(), row.getHint());
        job.attempt = row.getAttempt();
        job.tried = row.getTried();
        job.scheduleAfter = row.getScheduleAfter();
        job.avoid = row.getAvoid();
        job.rowRests = row.getResting();
        job.stored = true;
        job.lease = row.getLease();
        job.assignedAt = row.getAssignedAt();
        job.strategy = row.getStrategy();
        return job;
    }

    JobRow row() {
        return new JobRow(
                kind.instance.name,
                priority,
                kind.requirements,
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
                strategy);
    }
}
