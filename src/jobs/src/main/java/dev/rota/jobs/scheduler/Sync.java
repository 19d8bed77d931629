package dev.rota.jobs.scheduler;

import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotStatus;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.LeaseReport;
import dev.rota.jobs.LeaseState;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Job;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;

/** Handles a bot's sync: its own state and the states of its leases. */
final class Sync {

    private final Farm farm;
    private final Leases leases;
    private final Bots bots;
    /** Jobs that this sync sent back to the queue, which it does not fetch again. */
    private final Set<Job> retried = new LinkedHashSet<>();
    /** The held leases that the sync reports. */
    private final Set<Job> named = new LinkedHashSet<>();

    Sync(Farm farm, Leases leases) {
        this.farm = farm;
        this.leases = leases;
        this.bots = new Bots(farm, leases);
    }

    /**
     * Handles a sync; returns whether it is accepted. Its outputs are bounded: each lease ends at most once, so up to
     * {@link JobsLimits#CAPACITY_MAX} end, and each report of a lease that is not held has one answer. A following step
     * continues what the bot fetches.
     */
    boolean take(BotEvent event, BotSync sync) {
        Bot known = farm.bot(event.getBot());
        if (known == null || !known.session.equals(event.getSession())) {
            if (bots.sessions().isOver(event.getBot(), event.getSession())) {
                stale(event);
                return false;
            }
            if (known != null) {
                retried.addAll(bots.gone(known, "the bot has another session now"));
            }
        }
        Bot bot = bots.stored(event, sync);
        int held = bot.leases.size();
        for (LeaseReport report : sync.getLeases()) {
            report(bot, report);
        }
        int taken = held - bot.leases.size();
        unreported(bot);
        Fetch.remaining(farm, bot, 0, 0);
        // jobs that waited for a lease of this sync may be fetched
        boolean released = Releases.run(farm, leases);
        if (bot.status == BotStatus.OK && !bot.isHeld()) {
            Fetch.ofSync(farm, leases, retried, bot, taken, released);
        }
        farm.save(bot);
        return true;
    }

    private void stale(BotEvent event) {
        farm.step()
                .reject(
                        JobsReason.BOT_SESSION_STALE,
                        "expected a session of bot " + event.getBot() + " that is not over, but it is "
                                + event.getSession());
        leases.announcement().sessionEnded(event.getBot(), event.getSession());
    }

    private void report(Bot bot, LeaseReport report) {
        Job job = farm.job(report.getJob());
        boolean held = job != null && job.bot == bot && job.lease == report.getLease();
        if (job != null && held) {
            named.add(job);
            held(bot, job, report);
        } else if (report.getState() == LeaseState.ACTIVE) {
            leases.announcement().notHeld(bot, report.getJob(), report.getLease());
        } else if (report.getState() == LeaseState.COMPLETED) {
            farm.step()
                    .reject(
                            JobsReason.LEASE_UNKNOWN,
                            "expected a lease that bot " + bot.id + " holds, but it completed job " + report.getJob()
                                    + " under lease " + report.getLease());
        }
    }

    private void held(Bot bot, Job job, LeaseReport report) {
        String status = report.getStatus();
        switch (report.getState()) {
            case ACTIVE -> {
                // as it should be
            }
            case CANCELLED -> retry(job, report, "the bot cancelled it");
            case COMPLETED -> {
                if (status.equals("INTERNAL") || status.equals("UNAVAILABLE")) {
                    retry(job, report, "the bot reported " + status);
                } else {
                    if (job.hint != null && status.equals("OK") && report.getExitCode() == 0) {
                        bot.hint(job.hint, farm.policy().getLocalityHints());
                    }
                    leases.complete(job, report);
                }
            }
        }
    }

    private void retry(Job job, LeaseReport report, String reason) {
        leases.retry(job, report, reason);
        retried.add(job);
    }

    /** Ends overdue leases that the bot does not report: they have never reached it. */
    private void unreported(Bot bot) {
        for (Job job : new ArrayList<>(bot.leases.values())) {
            if (job.overdue && !named.contains(job)) {
                leases.lost(job);
                retried.add(job);
            }
        }
    }
}
