package dev.rota.jobs.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.jobs.Sampling;
import dev.rota.jobs.Strategy;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Job;
import java.util.List;

/** Chooses the bot for a job by the strategies of the policy, in order. */
final class BotChooser {

    /** The chosen bot and the strategy that found it. */
    record Chosen(Bot bot, Strategy strategy) {}

    private final Farm farm;
    private final List<BotChoice> choices;

    BotChooser(Farm farm) {
        this.farm = farm;
        this.choices = choices(farm);
    }

    /** Returns the strategies in order. The last one always finds a bot. */
    private static List<BotChoice> choices(Farm farm) {
        Sampling sampling = farm.policy().getSampling();
        return sampling == null
                ? List.of(new CapacityChoice())
                : List.of(new SamplingChoice(farm, sampling), new CapacityChoice());
    }

    /** Returns the bot for a job, or null if no healthy bot matches. */
    @Nullable
    Chosen of(Job job) {
        Candidates candidates = Candidates.of(farm, job);
        if (candidates == null) {
            return null;
        }
        for (BotChoice choice : choices) {
            Bot bot = choice.choose(job, candidates);
            if (bot != null) {
                return new Chosen(bot, choice.strategy());
            }
        }
        throw new IllegalStateException("expected a bot for job " + job.id + ", but none was chosen");
    }
}
