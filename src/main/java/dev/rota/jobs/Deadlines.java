package dev.rota.jobs;

import dev.rota.engine.AttendedTimers;
import dev.rota.engine.Times;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Job;
import java.util.List;

/**
 * Judges silence: a bot that does not sync for {@code botTimeoutMs} is gone, and a lease that is {@code leaseAckMs} old
 * is overdue, so that the next sync that does not name it loses it. Only attended time counts.
 *
 * <p>A bot has one timer for its own deadline and those of its leases. It may fire early, since neither a sync nor the
 * end of a lease moves it: a timer for each lease would be two rows for each job.
 */
final class Deadlines {

    private final Farm farm;
    private final Leases leases;
    private boolean anyGone;

    Deadlines(Farm farm, Leases leases) {
        this.farm = farm;
        this.leases = leases;
    }

    /** A bot has synced. */
    static void heard(Farm farm, Bot bot) {
        bot.heardAt = farm.now();
        bot.timeoutMs = farm.policy().getBotTimeoutMs();
        bot.deadline = Times.after(bot.heardAt, bot.timeoutMs);
        notLater(farm, bot, bot.deadline);
    }

    /** A job was assigned to a bot. */
    static void assigned(Farm farm, Bot bot, Job job) {
        if (unacknowledged(farm, bot, job)) {
            farm.save(bot);
        }
    }

    /** A policy may give bots more or less time to name their leases: all are judged anew, by their timers. */
    static void policyChanged(Farm farm, CohortPolicy before) {
        if (before.getLeaseAckMs() == farm.policy().getLeaseAckMs()) {
            return;
        }
        for (Bot bot : farm.bots()) {
            boolean moved = false;
            for (Job job : bot.leases.values()) {
                moved |= unacknowledged(farm, bot, job);
                farm.save(job);
            }
            if (moved) {
                farm.save(bot);
            }
        }
    }

    private static boolean unacknowledged(Farm farm, Bot bot, Job job) {
        job.ackDue = Times.after(job.assignedAt, farm.policy().getLeaseAckMs());
        job.overdue = false;
        return notLater(farm, bot, job.ackDue);
    }

    /** A bot is gone. */
    static void forget(Farm farm, Bot bot) {
        alarm(farm, bot, Times.NEVER);
    }

    private static boolean notLater(Farm farm, Bot bot, long due) {
        if (due >= bot.alarm) {
            return false;
        }
        alarm(farm, bot, due);
        return true;
    }

    /** Moves a bot's timer; {@link Times#NEVER} removes it. */
    private static void alarm(Farm farm, Bot bot, long due) {
        AttendedTimers timers = farm.step().attended();
        if (bot.alarm != Times.NEVER) {
            timers.cancel(bot.alarm, Alarms.bot(bot.id));
        }
        bot.alarm = due;
        if (due != Times.NEVER) {
            timers.set(due, Alarms.bot(bot.id));
        }
    }

    /**
     * Checks bots whose timers fired together; returns false if the step has no room for all of them. The timers of
     * the others are set again for the same time, together with a look: that step precedes any later timer, and only
     * then are jobs placed, on bots that are still there.
     */
    boolean pass(List<Bot> rung) {
        for (int i = 0; i < rung.size(); i++) {
            if (!farm.step().hasRoom()) {
                again(rung.subList(i, rung.size()));
                return false;
            }
            pass(rung.get(i));
        }
        return true;
    }

    /** Whether any of those bots is gone. */
    boolean anyGone() {
        return anyGone;
    }

    private void pass(Bot bot) {
        long due = bot.alarm;
        bot.alarm = Times.NEVER;
        if (bot.deadline <= due) {
            bot.deadline = farm.step().attended().over(bot.heardAt, bot.timeoutMs);
            if (bot.deadline <= farm.now()) {
                new Bots(farm, leases).gone(bot, "the bot was silent for too long");
                anyGone = true;
                return;
            }
        }
        long next = bot.deadline;
        for (Job job : bot.leases.values()) {
            if (!job.overdue) {
                judge(job, due);
                next = job.overdue ? next : Math.min(next, job.ackDue);
            }
        }
        alarm(farm, bot, next);
        farm.save(bot);
    }

    private void judge(Job job, long due) {
        if (job.ackDue <= due) {
            job.ackDue =
                    farm.step().attended().over(job.assignedAt, farm.policy().getLeaseAckMs());
            job.overdue = job.ackDue <= farm.now();
            farm.save(job);
        }
    }

    private void again(List<Bot> others) {
        long time = others.get(0).alarm;
        others.forEach(bot -> farm.step().attended().set(time, Alarms.bot(bot.id)));
        new NextLook(farm).set(time);
    }
}
