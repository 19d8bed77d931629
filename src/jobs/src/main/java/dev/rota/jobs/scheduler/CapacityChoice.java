package dev.rota.jobs.scheduler;

import dev.rota.jobs.Strategy;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Job;

/** Chooses the first bot by id that has a free slot. */
final class CapacityChoice implements BotChoice {

    @Override
    public Strategy strategy() {
        return Strategy.CAPACITY;
    }

    @Override
    public Bot choose(Job job, Candidates candidates) {
        return candidates.first();
    }
}
