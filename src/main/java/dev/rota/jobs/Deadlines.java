package dev.rota.jobs;

import dev.rota.engine.Times;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Farm;
import java.util.List;

/** Handles bots whose deadline timers have fired. */
final class Deadlines {

    private final Farm farm;
    private final Bots bots;
    private boolean anyGone;

    Deadlines(Farm farm) {
        this.farm = farm;
        this.bots = new Bots(farm, new Leases(farm));
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

    /** Checks one bot; the timer may be early if a sync has extended the deadline. */
    private void pass(Bot bot) {
        long time = bot.alarm;
        bot.alarm = Times.NEVER;
        if (bot.deadline <= time) {
            bots.gone(bot, "the bot was silent for too long");
            anyGone = true;
        } else {
            bots.alarm(bot, bot.deadline);
            farm.save(bot);
        }
    }

    private void again(List<Bot> others) {
        long time = others.get(0).alarm;
        others.forEach(bot -> farm.step().timers().set(time, Alarms.bot(bot.id)));
        new NextLook(farm).set(time);
    }
}
