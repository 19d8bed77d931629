package dev.rota.jobs;

import dev.rota.engine.Key;
import dev.rota.engine.Timers;
import dev.rota.engine.Times;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.JobsTables;
import java.util.List;

/** How bots come, change and go. */
final class Bots {

    private final Farm farm;
    private final Leases leases;
    private final Sessions sessions;

    Bots(Farm farm, Leases leases) {
        this.farm = farm;
        this.leases = leases;
        this.sessions = new Sessions(farm.step());
    }

    Sessions sessions() {
        return sessions;
    }

    /** The bot of a sync, new or known, as it says that it is. */
    Bot stored(BotEvent event, BotSync sync) {
        Bot bot = farm.bot(event.getBot());
        if (bot == null) {
            bot = new Bot(event.getBot(), event.getSession());
            sessions.arrived(bot.id);
            bot.describe(event, sync);
            farm.add(bot);
        } else if (bot.isLike(event, sync)) {
            bot.describe(event, sync);
            farm.platforms().refresh(bot);
        } else {
            farm.platforms().remove(bot);
            bot.describe(event, sync);
            farm.platforms().addMoved(bot);
        }
        deadline(bot);
        return bot;
    }

    private void deadline(Bot bot) {
        bot.deadline = Times.after(farm.now(), farm.policy().getBotTimeoutMs());
        if (bot.deadline < bot.alarm) {
            alarm(bot, bot.deadline);
        }
    }

    /** Moves the timer that looks at a bot's deadline; {@link Times#NEVER}: none. */
    void alarm(Bot bot, long at) {
        Timers timers = farm.step().timers();
        if (bot.alarm != Times.NEVER) {
            timers.cancel(bot.alarm, Alarms.bot(bot.id));
        }
        bot.alarm = at;
        if (at != Times.NEVER) {
            timers.set(at, Alarms.bot(bot.id));
        }
    }

    /**
     * The bot is gone, with its hints; its session is over, and its leases, which are returned, are tried again: one event
     * for each, and never more than {@link JobsLimits#CAPACITY_MAX}.
     */
    List<Job> gone(Bot bot, String reason) {
        alarm(bot, Times.NEVER);
        List<Job> held = List.copyOf(bot.leases.values());
        held.forEach(job -> leases.retry(job, null, reason));
        farm.remove(bot);
        farm.step().table(JobsTables.BOTS).delete(Key.of(bot.id));
        sessions.over(bot.id, bot.session);
        return held;
    }
}
