package dev.rota.jobs.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.jobs.Eviction;
import dev.rota.jobs.JobStateKind;
import dev.rota.jobs.LeaseEventKind;
import dev.rota.jobs.LeaseReport;
import dev.rota.jobs.Strategy;
import dev.rota.jobs.Timeout;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Job;

/** The transitions of a lease, from assignment to its end. Each changes the farm and emits events. */
final class Leases {

    private final Farm farm;
    private final Announcement announcement;

    Leases(Farm farm) {
        this.farm = farm;
        this.announcement = new Announcement(farm.step());
    }

    /** Assigns a queued job to a bot. */
    void assign(Job job, Bot bot, Strategy strategy) {
        long look = farm.looks.scheduleAfter(job);
        farm.leaveQueue(job);
        job.scheduleAfter = look;
        job.lease = farm.row().nextLease();
        job.assignedAt = farm.now();
        job.strategy = strategy;
        farm.occupy(job, bot);
        BotTimeouts.assigned(farm, bot, job);
        farm.save(job);
        announcement.job(job, JobStateKind.ASSIGNED, bot, "");
        announcement.assigned(job, bot, farm.payloads.of(job));
    }

    /** Evicts a job for another; it returns to the queue as it was, and its bot is returned. */
    Bot evict(Job victim, Job preemptor) {
        Bot bot = farm.vacate(victim);
        if (farm.policy().getPreemptionsPerMinute() != null) {
            victim.kind.instance.loses(farm.now());
        }
        String reason = "preempted by job " + preemptor.id + " of instance " + preemptor.kind.instance.name
                + ", which is below its minimum";
        announcement.job(victim, JobStateKind.EVICTED, bot, reason);
        announcement.ended(victim, bot, LeaseEventKind.EVICTED, reason);
        victim.evicted = new Eviction(preemptor.id, bot.id, farm.now());
        preemptor.preempted = victim.id;
        requeue(victim);
        return bot;
    }

    /** Retries a job whose lease never reached its bot. */
    void lost(Job job) {
        announcement.ended(job, bot(job), LeaseEventKind.EVICTED, "not reported");
        retry(job, null, "the bot did not report its lease");
    }

    /** Ends a lease that has lasted too long: its slot is free, whether or not the bot stops. */
    void overrun(Job job) {
        announcement.ended(job, bot(job), LeaseEventKind.CANCELLED, Timeout.EXECUTION_TIMEOUT.name());
        Bot bot = farm.vacate(job);
        JobStateKind kind = again(job, bot) ? JobStateKind.RETRIED : JobStateKind.ABORTED;
        announcement.timedOut(job, kind, bot, Timeout.EXECUTION_TIMEOUT);
    }

    /** Aborts a job that has been queued too long. */
    void timeOut(Job job) {
        farm.leaveQueue(job);
        farm.remove(job, false, true);
        announcement.timedOut(job, JobStateKind.ABORTED, null, Timeout.QUEUE_TIMEOUT);
    }

    /**
     * Retries a job, or fails it if its attempts are used up.
     *
     * @param report the bot's report of the lease, or null if there is none
     */
    void retry(Job job, @Nullable LeaseReport report, String reason) {
        Bot bot = farm.vacate(job);
        if (again(job, bot)) {
            announcement.job(job, JobStateKind.RETRIED, bot, report, reason);
        } else {
            announcement.job(
                    job,
                    JobStateKind.ABORTED,
                    bot,
                    report,
                    reason + "; this was attempt " + job.attempt + " of "
                            + farm.policy().getMaxJobAttempts());
        }
    }

    /** Queues a job for another attempt; if it has none left, removes it and returns false. */
    private boolean again(Job job, Bot bot) {
        if (job.attempt >= farm.policy().getMaxJobAttempts()) {
            farm.remove(job, false, false);
            return false;
        }
        job.attempt++;
        job.avoid = bot.id;
        job.tried = false;
        job.scheduleAfter = farm.now();
        requeue(job);
        return true;
    }

    void complete(Job job, LeaseReport report) {
        Bot bot = farm.vacate(job);
        farm.remove(job, report.getStatus().equals("OK") && report.getExitCode() == 0, false);
        announcement.job(job, JobStateKind.COMPLETED, bot, report, "");
    }

    /** Cancels a job on behalf of its client. */
    void cancel(Job job) {
        if (job.bot == null) {
            if (!job.isWaiting()) {
                farm.leaveQueue(job);
            }
            farm.remove(job, false, false);
            announcement.job(job, JobStateKind.CANCELLED, null, "");
        } else {
            Bot bot = farm.vacate(job);
            farm.remove(job, false, false);
            announcement.job(job, JobStateKind.CANCELLED, bot, "");
            announcement.ended(job, bot, LeaseEventKind.CANCELLED, "the job was cancelled");
        }
    }

    /** Queues a job whose last dependency is met. */
    void release(Job job) {
        farm.release(job);
        announcement.job(job, JobStateKind.QUEUED, null, "");
    }

    /** Aborts a waiting job, since a job has failed whose success it needs. */
    void dependencyFailed(Job job, String failed) {
        farm.remove(job, false, false);
        announcement.job(job, JobStateKind.ABORTED, null, Releases.DEPENDENCY_FAILED + ": job " + failed);
    }

    Announcement announcement() {
        return announcement;
    }

    private void requeue(Job job) {
        job.strategy = null;
        job.preempted = null;
        farm.queue(job);
    }

    private static Bot bot(Job job) {
        if (job.bot == null) {
            throw new IllegalStateException("expected job " + job.id + " on a bot, but it is queued");
        }
        return job.bot;
    }
}
