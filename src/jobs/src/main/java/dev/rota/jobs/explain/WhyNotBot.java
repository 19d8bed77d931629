package dev.rota.jobs.explain;

import dev.rota.engine.Answer;
import dev.rota.engine.text.Phrases;
import dev.rota.jobs.BotStatus;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.HoldTarget;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.Trait;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Explains what keeps a queued job from one bot: all causes, the longest-lasting first. */
final class WhyNotBot {

    private final Farm farm;
    private final Job job;
    private final Bot bot;

    WhyNotBot(Farm farm, Job job, Bot bot) {
        this.farm = farm;
        this.job = job;
        this.bot = bot;
    }

    Answer explained() {
        List<String> facts = new ArrayList<>();
        String state = "COULD_RUN";
        if (!bot.canRun(job.kind)) {
            state = "NO_MATCH";
            facts.addAll(mismatch());
        } else if (!bot.isHealthy()) {
            state = "NO_ROOM";
            facts.addAll(unhealthy());
        } else if (!farm.service.serves(job.kind.instance) || job.kind.instance.isAtMax()) {
            state = "NOT_SERVED";
            facts.add("the bot matches and has room, but no job of instance " + job.kind.instance.name
                    + " is assigned now: see why the job is queued");
        } else {
            facts.add("the bot matches and has room");
            facts.add(new WhyJobQueued(farm, job).look());
        }
        if (bot.id.equals(job.avoid)) {
            facts.add("it lost an earlier attempt of the job, so any other that matches is preferred");
        }
        return new Answer(
                state,
                "as of " + Phrases.utc(farm.now()) + " job " + job.id + " of instance " + job.kind.instance.name
                        + (state.equals("COULD_RUN") ? " could run on bot " : " does not run on bot ") + bot.id + ": "
                        + String.join("; ", facts));
    }

    private List<String> mismatch() {
        List<String> facts = new ArrayList<>();
        Set<Trait> own = new LinkedHashSet<>(Trait.of(bot.properties));
        List<String> missing = job.kind.traits.stream()
                .filter(trait -> !own.contains(trait))
                .map(trait -> trait.name() + "=" + trait.value())
                .toList();
        if (!missing.isEmpty()) {
            facts.add("the bot lacks " + Phrases.row(missing, " and "));
        }
        if (!Bot.serves(bot.instance, job.kind.instance)) {
            facts.add("the bot serves only instance " + bot.instance);
        }
        return facts;
    }

    private List<String> unhealthy() {
        List<String> facts = new ArrayList<>();
        if (bot.status != BotStatus.OK) {
            facts.add("the bot matches, but its status is " + bot.status);
        }
        String held = HoldSentence.of(farm, HoldTarget.bot(bot.id));
        if (held != null) {
            facts.add("the bot matches, but " + held);
        }
        if (bot.spare() <= 0) {
            facts.add("the bot matches, but "
                    + (bot.capacity == 1 ? "its only slot is" : "all of its " + bot.capacity + " slots are")
                    + " taken");
        }
        return facts;
    }
}
