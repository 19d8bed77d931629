package dev.rota.jobs;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Scheduler;
import dev.rota.engine.Step;
import dev.rota.engine.Times;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** Decides for one cohort: each event or timer changes the farm, then the iterations place what can be placed. */
final class JobsScheduler implements Scheduler {

    /** A cache: what the cohort's rows say. */
    private @Nullable Farm known;

    @Override
    public void event(Step step, SpecificRecord event) {
        Farm farm = farm(step);
        long nextLook = farm.row().getNextLook();
        // where too many timers were due at once, a look may be left over from before
        farm.begin(step, nextLook <= step.now() ? nextLook - 1 : step.now());
        if (take(farm, event)) {
            assign(farm);
        }
        farm.write();
    }

    /** Whether the event is accepted. */
    private static boolean take(Farm farm, SpecificRecord event) {
        Leases leases = new Leases(farm);
        if (event instanceof JobEvent job) {
            return new Submissions(farm, leases).take(job);
        } else if (event instanceof BotEvent bot) {
            return bot.getEvent() instanceof BotSync sync
                    ? new Sync(farm, leases).take(bot, sync)
                    : close(farm, leases, bot);
        } else if (event instanceof PolicyEvent policy) {
            return new Policies(farm).take(policy);
        }
        throw new IllegalStateException("expected a cohort's event, but it is " + event.getSchema());
    }

    private static boolean close(Farm farm, Leases leases, BotEvent event) {
        Bot bot = farm.bot(event.getBot());
        if (bot == null || !bot.session.equals(event.getSession())) {
            farm.step()
                    .reject(
                            JobsReason.BOT_SESSION_STALE,
                            "expected the session that bot " + event.getBot() + " is in, but it is "
                                    + event.getSession());
            return false;
        }
        new Bots(farm, leases).gone(bot, "the bot closed its session");
        return true;
    }

    @Override
    public void timers(Step step, List<Key> due) {
        Farm farm = farm(step);
        boolean look = false;
        List<Bot> rung = new ArrayList<>();
        for (Key key : due) {
            Key.Reader reader = key.read();
            int kind = reader.kind();
            if (kind == Alarms.LOOK) {
                look = true;
            } else if (kind == Alarms.BOT) {
                rung.add(bot(farm, reader.text()));
            } else {
                new Sessions(step).forget(reader.text());
            }
        }
        if (look) {
            farm.begin(step, farm.row().getNextLook() - 1);
            farm.nextLook(Times.NEVER);
        } else if (!rung.isEmpty()) {
            farm.begin(step, rung.get(0).alarm - 1);
        }
        boolean gone = ring(farm, rung);
        if (look || gone) {
            assign(farm);
        }
        farm.write();
    }

    /** Looks at the deadlines of bots; whether any is gone. A sync that moved a deadline on has left the timer. */
    private static boolean ring(Farm farm, List<Bot> rung) {
        if (rung.isEmpty()) {
            return false;
        }
        boolean anyGone = false;
        Bots bots = new Bots(farm, new Leases(farm));
        for (Bot bot : rung) {
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
        return anyGone;
    }

    private static Bot bot(Farm farm, String id) {
        Bot bot = farm.bot(id);
        if (bot == null) {
            throw new IllegalStateException("expected bot " + id + " behind its timer, but there is none");
        }
        return bot;
    }

    private static void assign(Farm farm) {
        farm.service().wakeDue();
        new Iterations(farm, new Leases(farm)).run();
        farm.service().settle();
        new NextLook(farm).set();
    }

    private Farm farm(Step step) {
        if (known == null) {
            known = FarmReading.of(step);
        }
        return known;
    }
}
