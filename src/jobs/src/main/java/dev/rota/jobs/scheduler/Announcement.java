package dev.rota.jobs.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobStateKind;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.LeaseEvent;
import dev.rota.jobs.LeaseEventKind;
import dev.rota.jobs.LeaseReport;
import dev.rota.jobs.LeaseState;
import dev.rota.jobs.Strategy;
import dev.rota.jobs.Timeout;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.JobContent;
import java.util.List;

/** Emits events about jobs for clients and about leases for bots. */
final class Announcement {

    private final Step step;

    Announcement(Step step) {
        this.step = step;
    }

    /** Emits the job's state for its client. */
    void job(Job job, JobStateKind kind, @Nullable Bot bot, String reason) {
        job(job, kind, bot, null, reason);
    }

    /** Emits how the job ended for its client, with the report of its bot. */
    void job(Job job, JobStateKind kind, @Nullable Bot bot, @Nullable LeaseReport report, String reason) {
        job(job, kind, bot, report, reason, null);
    }

    /** Emits that the job timed out, and its state then. */
    void timedOut(Job job, JobStateKind kind, @Nullable Bot bot, Timeout timeout) {
        job(job, kind, bot, null, timeout.name(), timeout);
    }

    private void job(
            Job job,
            JobStateKind kind,
            @Nullable Bot bot,
            @Nullable LeaseReport report,
            String reason,
            @Nullable Timeout timeout) {
        step.emit(
                JobsTopics.EVENTS,
                job.id,
                new JobStateEvent(
                        step.unit(),
                        job.id,
                        job.kind.instance.name,
                        kind,
                        bot == null ? null : bot.id,
                        job.attempt,
                        report == null ? null : status(report),
                        reason,
                        report == null || report.getState() != LeaseState.COMPLETED ? null : report.getExitCode(),
                        timeout));
    }

    private static String status(LeaseReport report) {
        return report.getState() == LeaseState.CANCELLED ? LeaseState.CANCELLED.name() : report.getStatus();
    }

    /** Emits that the job is leased to the bot, with its content. */
    void assigned(Job job, Bot bot, JobContent content) {
        step.emit(
                JobsTopics.ASSIGNMENTS,
                bot.id,
                lease(job, bot, LeaseEventKind.ASSIGNED, job.strategy, step.now() - job.queuedAt, "", content));
    }

    /** Emits that the bot must stop the job. */
    void ended(Job job, Bot bot, LeaseEventKind kind, String reason) {
        step.emit(JobsTopics.ASSIGNMENTS, bot.id, lease(job, bot, kind, null, 0, reason, JobContent.NONE));
    }

    /** Emits that a bot must stop a job whose lease it reports but does not hold. */
    void notHeld(Bot bot, String job, long lease) {
        unknown(bot.id, bot.session, job, lease, LeaseEventKind.CANCELLED, "the bot does not hold this lease");
    }

    /** Emits that a bot's session has ended. */
    void sessionEnded(String bot, String session) {
        unknown(bot, session, "", 0, LeaseEventKind.SESSION_ENDED, "this session is over");
    }

    private void unknown(String bot, String session, String job, long lease, LeaseEventKind kind, String reason) {
        step.emit(
                JobsTopics.ASSIGNMENTS,
                bot,
                new LeaseEvent(
                        step.unit(),
                        bot,
                        session,
                        job,
                        lease,
                        "",
                        kind,
                        null,
                        0,
                        0L,
                        reason,
                        null,
                        null,
                        List.of(),
                        ""));
    }

    private LeaseEvent lease(
            Job job,
            Bot bot,
            LeaseEventKind kind,
            @Nullable Strategy strategy,
            long queuedMs,
            String reason,
            JobContent content) {
        return new LeaseEvent(
                step.unit(),
                bot.id,
                bot.session,
                job.id,
                job.lease,
                job.kind.instance.name,
                kind,
                strategy,
                job.attempt,
                queuedMs,
                reason,
                content.payload(),
                content.key(),
                content.headers(),
                content.source());
    }
}
