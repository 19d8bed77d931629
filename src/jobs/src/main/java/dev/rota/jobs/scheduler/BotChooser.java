package dev.rota.jobs.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.jobs.Sampling;
import dev.rota.jobs.Strategy;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Job;

/** Chooses the bot for a job: by a sample, if the policy demands it and that finds one, or else the first by id. */
final class BotChooser {

    /** The chosen bot and the strategy that found it. */
    record Chosen(Bot bot, Strategy strategy) {}

    private final Farm farm;
    private final @Nullable SamplingChoice sampling;

    BotChooser(Farm farm) {
        Sampling policy = farm.policy().getSampling();
        this.farm = farm;
        this.sampling = policy == null ? null : new SamplingChoice(farm, policy);
    }

    /** Returns the bot for a job, or null if no healthy bot matches. */
    @Nullable
    Chosen of(Job job) {
        Candidates candidates = Candidates.of(farm, job);
        if (candidates == null) {
            return null;
        }
        Bot sampled = sampling == null ? null : sampling.choose(job, candidates);
        return sampled == null
                ? new Chosen(candidates.first(), Strategy.CAPACITY)
                : new Chosen(sampled, Strategy.SAMPLING);
    }
}
