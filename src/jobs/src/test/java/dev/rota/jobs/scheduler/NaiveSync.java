package dev.rota.jobs.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotStatus;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.JobStateKind;
import dev.rota.jobs.LeaseEventKind;
import dev.rota.jobs.LeaseReport;
import dev.rota.jobs.LeaseState;
import dev.rota.jobs.Strategy;
import java.util.ArrayList;
import java.util.List;

/** Models one sync of a bot by the numbered steps of the contract. The caller runs step 6, the iterations. */
final class NaiveSync {

    private final NaiveFarm farm;
    private final NaiveAssigner assigner;
    private final BotEvent event;
    private final BotSync sync;

    /** Jobs that this sync has retried. */
    private final List<NaiveJob> retried = new ArrayList<>();

    private int takenOff;

    NaiveSync(NaiveFarm farm, NaiveAssigner assigner, BotEvent event, BotSync sync) {
        this.farm = farm;
        this.assigner = assigner;
        this.event = event;
        this.sync = sync;
    }

    /** Applies the sync and returns whether its session is accepted. */
    boolean run() {
        NaiveBot stored = farm.bot(event.getBot());
        if (farm.sessions.hasEnded(event.getBot(), event.getSession(), stored != null, farm.now)) {
            farm.reject(JobsReason.BOT_SESSION_STALE);
            farm.tell(event.getBot(), event.getSession(), "", 0, LeaseEventKind.SESSION_ENDED);
            return false;
        }
        NaiveBot bot = inItsSession(stored);
        store(bot);
        for (LeaseReport report : sync.getLeases()) {
            take(bot, report);
        }
        missing(bot);
        farm.links.settle();
        if (bot.status == BotStatus.OK && !farm.holds.botHeld(bot.id)) {
            fetch(bot);
        }
        return true;
    }

    private NaiveBot inItsSession(@Nullable NaiveBot stored) {
        if (stored != null && stored.session.equals(event.getSession())) {
            return stored;
        }
        if (stored != null) {
            retried.addAll(farm.gone(stored, "session replaced"));
        }
        NaiveBot bot = new NaiveBot(event.getBot(), event.getSession());
        farm.bots.add(bot);
        return bot;
    }

    private void store(NaiveBot bot) {
        bot.instance = event.getInstance();
        bot.status = sync.getStatus();
        bot.capacity = sync.getCapacity();
        bot.priority = sync.getPriority();
        bot.properties = sync.getProperties();
        bot.deadline = farm.now + farm.policy.getBotTimeoutMs();
    }

    private void take(NaiveBot bot, LeaseReport report) {
        NaiveJob job = farm.job(report.getJob());
        boolean held = job != null && job.bot == bot && job.lease == report.getLease();
        if (report.getState() == LeaseState.ACTIVE && !held) {
            farm.tell(bot.id, bot.session, report.getJob(), report.getLease(), LeaseEventKind.CANCELLED);
        }
        if (report.getState() == LeaseState.COMPLETED && !held) {
            farm.reject(JobsReason.LEASE_UNKNOWN);
        }
        if (job == null || !held || report.getState() == LeaseState.ACTIVE) {
            return;
        }
        takenOff++;
        if (report.getState() == LeaseState.CANCELLED) {
            retry(job, "CANCELLED", null, "CANCELLED");
        } else if (report.getStatus().equals("INTERNAL") || report.getStatus().equals("UNAVAILABLE")) {
            retry(job, report.getStatus(), report.getExitCode(), report.getStatus());
        } else {
            farm.end(job, report.getStatus().equals("OK") && report.getExitCode() == 0);
            farm.tell(job, JobStateKind.COMPLETED, bot.id, report.getStatus(), "", report.getExitCode(), null);
            if (report.getStatus().equals("OK") && report.getExitCode() == 0 && job.hint != null) {
                record(bot, job.hint);
            }
        }
    }

    private void record(NaiveBot bot, String hint) {
        bot.hints.remove(hint);
        bot.hints.add(0, hint);
        while (bot.hints.size() > farm.policy.getLocalityHints()) {
            bot.hints.remove(bot.hints.size() - 1);
        }
    }

    /** Retries leases that the bot should have reported by now. */
    private void missing(NaiveBot bot) {
        for (NaiveJob job : farm.held(bot)) {
            boolean named = sync.getLeases().stream()
                    .anyMatch(report -> report.getJob().equals(job.id) && report.getLease() == job.lease);
            if (!named && farm.now - job.assignedAt >= farm.policy.getLeaseAckMs()) {
                farm.tell(job, bot, LeaseEventKind.EVICTED);
                retry(job, null, null, "not reported");
            }
        }
    }

    private void retry(NaiveJob job, @Nullable String status, @Nullable Integer exitCode, String why) {
        farm.retry(job, status, exitCode, why);
        retried.add(job);
    }

    private void fetch(NaiveBot bot) {
        boolean toCapacity = farm.policy.getProactiveFetchToCapacity();
        int most = toCapacity ? farm.spare(bot) : Math.min(takenOff, farm.spare(bot));
        for (int i = 0; i < most; i++) {
            NaiveJob job = assigner.fetched(one -> bot.canRun(one)
                    && !retried.contains(one)
                    && (toCapacity || !one.tried || one.scheduleAfter >= farm.now));
            if (job == null) {
                return;
            }
            farm.assign(job, bot, Strategy.PROACTIVE);
        }
    }
}
