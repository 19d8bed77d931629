package dev.rota.jobs.scheduler;

import dev.rota.engine.Key;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.JobsTables;
import java.util.List;

/** Adds, updates and removes bots. */
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

    /** Creates or updates the bot of a sync. */
    Bot stored(BotEvent event, BotSync sync) {
        Bot bot = farm.bot(event.getBot());
        if (bot == null) {
            bot = new Bot(event.getBot(), event.getSession());
            sessions.arrived(bot.id);
            bot.describe(event, sync);
            farm.add(bot);
        } else if (bot.isLike(event, sync)) {
            bot.describe(event, sync);
            farm.platforms.refresh(bot);
        } else {
            farm.platforms.remove(bot);
            bot.describe(event, sync);
            farm.platforms.addMoved(bot);
        }
        BotTimeouts.heard(farm, bot);
        return bot;
    }

    /** Handles the end of a session; returns whether the bot is in it. */
    boolean close(BotEvent event) {
        Bot bot = farm.bot(event.getBot());
        if (bot == null || !bot.session.equals(event.getSession())) {
            farm.step()
                    .reject(
                            JobsReason.BOT_SESSION_STALE,
                            "expected the session that bot " + event.getBot() + " is in, but it is "
                                    + event.getSession());
            return false;
        }
        gone(bot, "the bot closed its session");
        return true;
    }

    /**
     * Removes a bot and its hints, and ends its session. Retries its leases, with one event each, up to {@link
     * JobsLimits#CAPACITY_MAX}, and returns their jobs.
     */
    List<Job> gone(Bot bot, String reason) {
        BotTimeouts.forget(farm, bot);
        List<Job> held = List.copyOf(bot.leases.values());
        held.forEach(job -> leases.retry(job, null, reason));
        farm.remove(bot);
        farm.step().table(JobsTables.BOTS).delete(Key.of(bot.id));
        sessions.over(bot.id, bot.session);
        return held;
    }
}
