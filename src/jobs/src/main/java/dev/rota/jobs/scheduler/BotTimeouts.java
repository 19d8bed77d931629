package dev.rota.jobs.scheduler;

import dev.rota.engine.Ids;
import dev.rota.engine.Times;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Job;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Judges silence: a bot that does not sync for {@code botTimeoutMs} is gone, and a lease that is {@code leaseAckMs} old
 * is overdue, so that the next sync that does not name it loses it. A lease that has lasted for its job's {@code
 * executionTimeoutMs} ends. Only attended time counts.
 *
 * <p>A bot has one timer for its own deadline and those of its leases. It may fire early, since neither a sync nor the
 * end of a lease moves it: a timer for each lease would be two rows for each job.
 */
final class BotTimeouts {

    private final Farm farm;
    private final Leases leases;
    private boolean anyFreed;
    private final List<Overrun> overruns = new ArrayList<>();

    /** A lease that lasts too long, and when its time ended. */
    private record Overrun(Job job, Bot bot, long due) {}

    private static final Comparator<Overrun> LONGEST_OVER_FIRST =
            Comparator.comparingLong(Overrun::due).thenComparing(overrun -> overrun.job().id, Ids.BY_BYTES);

    BotTimeouts(Farm farm, Leases leases) {
        this.farm = farm;
        this.leases = leases;
    }

    /** Records that a bot has synced. */
    static void heard(Farm farm, Bot bot) {
        bot.heardAt = farm.now();
        bot.timeoutMs = farm.policy().getBotTimeoutMs();
        bot.deadline = Times.after(bot.heardAt, bot.timeoutMs);
        notLater(farm, bot, bot.deadline);
    }

    /** Records that a job was assigned to a bot. */
    static void assigned(Farm farm, Bot bot, Job job) {
        job.executionDue = Times.after(job.assignedAt, executionLimit(farm, job));
        boolean moved = unacknowledged(farm, bot, job);
        moved |= notLater(farm, bot, job.executionDue);
        if (moved) {
            farm.save(bot);
        }
    }

    /** Returns how long a lease of a job may last, or {@link Times#NEVER} if there is no limit. */
    private static long executionLimit(Farm farm, Job job) {
        Long limit = job.executionTimeoutMs != null
                ? job.executionTimeoutMs
                : farm.policy().getExecutionTimeoutMs();
        return limit == null ? Times.NEVER : limit;
    }

    /** Adapts the timers of bots to a policy that gives them another time to name their leases, or to execute them. */
    static void policyChanged(Farm farm, CohortPolicy before) {
        boolean acks = before.getLeaseAckMs() != farm.policy().getLeaseAckMs();
        boolean executions =
                !Objects.equals(before.getExecutionTimeoutMs(), farm.policy().getExecutionTimeoutMs());
        if (!acks && !executions) {
            return;
        }
        for (Bot bot : farm.bots()) {
            boolean moved = false;
            for (Job job : bot.leases.values()) {
                moved |= acks && unacknowledged(farm, bot, job);
                moved |= executions && executes(farm, bot, job);
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

    /**
     * Adapts a lease to a new execution limit. If that makes it late, it is late from the next millisecond on, since
     * this step has placed its jobs.
     */
    private static boolean executes(Farm farm, Bot bot, Job job) {
        if (job.executionTimeoutMs != null) {
            return false;
        }
        long due = Times.after(job.assignedAt, executionLimit(farm, job));
        job.executionDue = Math.max(due, Times.after(farm.now(), 1));
        return notLater(farm, bot, job.executionDue);
    }

    /** Removes the timer of a bot that is gone. */
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
        farm.step().attended().move(bot.alarm, due, CohortTimers.BOT.key(bot.id));
        bot.alarm = due;
    }

    /**
     * Checks the bots whose timers fired together, by id: first removes those that are gone, then ends the leases that
     * have lasted too long. Returns whether the step had room for all. If not, the timers of the others are set again
     * for the same time, together with a look. That step precedes any later timer, and only then are jobs placed, on
     * bots that are still there.
     */
    boolean pass(List<Bot> rung) {
        if (rung.isEmpty()) {
            return true;
        }
        long time = rung.get(0).alarm;
        for (int i = 0; i < rung.size(); i++) {
            if (!farm.hasRoom()) {
                rung.subList(i, rung.size())
                        .forEach(bot -> farm.step().attended().set(time, CohortTimers.BOT.key(bot.id)));
                again(overruns, time);
                return false;
            }
            pass(rung.get(i));
        }
        overruns.sort(LONGEST_OVER_FIRST);
        for (int i = 0; i < overruns.size(); i++) {
            if (!farm.hasRoom()) {
                again(overruns.subList(i, overruns.size()), time);
                return false;
            }
            leases.overrun(overruns.get(i).job());
            anyFreed = true;
        }
        return true;
    }

    /** Returns whether a bot was removed or a lease ended. */
    boolean anyFreed() {
        return anyFreed;
    }

    private void pass(Bot bot) {
        long due = bot.alarm;
        bot.alarm = Times.NEVER;
        if (bot.deadline <= due) {
            bot.deadline = farm.step().attended().over(bot.heardAt, bot.timeoutMs);
            if (bot.deadline <= farm.now()) {
                new Bots(farm, leases).gone(bot, "the bot was silent for too long");
                anyFreed = true;
                return;
            }
        }
        long next = bot.deadline;
        for (Job job : bot.leases.values()) {
            if (!job.overdue) {
                judge(job, due);
                next = job.overdue ? next : Math.min(next, job.ackDue);
            }
            next = overran(job, bot, due) ? next : Math.min(next, job.executionDue);
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

    /** Judges how long a lease has lasted; returns whether it is too long. */
    private boolean overran(Job job, Bot bot, long due) {
        if (job.executionDue <= due) {
            job.executionDue = farm.step().attended().over(job.assignedAt, executionLimit(farm, job));
            farm.save(job);
            if (job.executionDue <= farm.now()) {
                overruns.add(new Overrun(job, bot, job.executionDue));
                return true;
            }
        }
        return false;
    }

    /** Leaves leases that have lasted too long to a following step at the same time. */
    private void again(List<Overrun> others, long time) {
        for (Overrun overrun : others) {
            overrun.job().executionDue = time;
            if (overrun.bot().alarm != time) {
                alarm(farm, overrun.bot(), time);
                farm.save(overrun.bot());
            }
        }
        new LookTimer(farm).set(time);
    }
}
