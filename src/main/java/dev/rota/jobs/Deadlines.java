package dev.rota.jobs;

import dev.rota.engine.Times;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Farm;
import java.util.List;

/** Deadlines of bots that their timers say have come. */
final class Deadlines {

    private final Farm farm;
    private final Bots bots;
    private boolean anyGone;

    Deadlines(Farm farm) {
        this.farm = farm;
        this.bots = new Bots(farm, new Leases(farm));
    }

    /**
     * Looks at bots whose timers have fired together; false where the step has no room for all of them. The timers of the
     * others are set again for the same time, with a look: that step comes before any later timer, and only then are
     * jobs placed, on bots that are still there.
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

    /** A sync that moved a deadline on has left the timer. */
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
