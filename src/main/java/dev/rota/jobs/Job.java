package dev.rota.jobs;

import dev.rota.engine.Nullable;

/** A job that is queued or assigned, as a cohort has it at hand; its row says the same. */
final class Job {

    final String id;
    final JobKind kind;
    final int priority;
    final long queuedAt;
    final @Nullable String hint;

    int attempt = 1;
    boolean tried;
    /** While it rests: one of its looks, from which the next is computed; {@link JobKind#scheduleAfter} does. */
    long scheduleAfter;
    /** The bot that failed it last. */
    @Nullable
    String avoid;

    /** Its row says that it rests, with a look from which its {@link #scheduleAfter} follows. */
    boolean rowRests;

    /** It has a row. */
    boolean stored;

    /** It is not as its row says, and is written when the step ends. */
    boolean changed;

    /** It has ended. */
    boolean ended;

    /** Where it stands in the queue; null while it is assigned. */
    @Nullable
    Line line;

    /** The looks that it shares while it rests. */
    @Nullable
    SharedLook look;

    int placeInLook;

    @Nullable
    Bot bot;

    long lease;
    long assignedAt;

    @Nullable
    Strategy strategy;

    Job(String id, JobKind kind, int priority, long queuedAt, @Nullable String hint) {
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
