package dev.rota.jobs.explain;

import dev.rota.engine.Answer;
import dev.rota.engine.Decision;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Tables;
import dev.rota.engine.text.Phrases;
import dev.rota.jobs.BotStatus;
import dev.rota.jobs.EndedSessions;
import dev.rota.jobs.HoldRow;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.HoldTarget;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.JobsTables;
import java.util.List;

/** Explains what a bot runs, how many slots it has free, and when its silence will be judged. */
public final class BotExplainer implements Inquiry {

    private final String id;
    private final FarmSource farms;
    private boolean named;

    public BotExplainer(String id, FarmSource farms) {
        this.id = id;
        this.farms = farms;
    }

    @Override
    public void decided(Decision decision) {
        named |= decision.value() instanceof JobStateEvent event && id.equals(event.getBot());
    }

    @Override
    public @Nullable Answer answer(Tables tables, long now, Parallel parallel) {
        Farm farm = farms.of(tables).asOf(now);
        Bot bot = farm.bot(id);
        HoldRow hold = farm.holds.of(HoldTarget.bot(id));
        String held = HoldSentence.of(farm, HoldTarget.bot(id));
        if (bot != null) {
            return new Answer(
                    hold == null || bot.status != BotStatus.OK ? bot.status.name() : HoldSentence.state(hold),
                    sentence(bot, now) + HoldSentence.clauses(farm, HoldTarget.bot(id)));
        }
        return held == null ? absent(tables) : gone("it is not there, but " + held);
    }

    private @Nullable Answer absent(Tables tables) {
        EndedSessions ended = tables.table(JobsTables.SESSIONS).get(Key.of(id));
        if (ended != null) {
            List<String> sessions = ended.getSessions();
            return gone("its session " + sessions.get(sessions.size() - 1) + " has ended");
        }
        return named ? gone("its sessions have ended and are forgotten") : null;
    }

    private Answer gone(String why) {
        return new Answer("GONE", "bot " + id + " is gone: " + why);
    }

    private static String sentence(Bot bot, long now) {
        return "as of " + Phrases.utc(now) + " bot " + bot.id + " is " + bot.status + " in session " + bot.session
                + ", "
                + slots(bot) + (bot.instance.equals("*") ? "" : ", for instance " + bot.instance + " only") + "; "
                + runs(bot) + "; it was last heard " + Phrases.at(bot.heardAt) + ", and loses its session "
                + Phrases.at(bot.deadline) + " at the earliest if it stays silent";
    }

    private static String slots(Bot bot) {
        int slots = bot.leases.size() + bot.spare();
        return bot.spare() < 0
                ? "with more leases (" + bot.leases.size() + ") than slots (" + slots + ")"
                : bot.spare() + " of " + Phrases.count(slots, "slot") + " free";
    }

    private static String runs(Bot bot) {
        if (bot.leases.isEmpty()) {
            return "it runs nothing";
        }
        return "it runs "
                + Phrases.row(
                        bot.leases.values().stream().map(BotExplainer::lease).toList(), " and ");
    }

    private static String lease(Job job) {
        return "job " + job.id + " of instance " + job.kind.instance.name + " since " + Phrases.utc(job.assignedAt);
    }
}
