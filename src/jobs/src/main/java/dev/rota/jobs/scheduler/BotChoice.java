package dev.rota.jobs.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.jobs.Strategy;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Job;

/**
 * A strategy that chooses the bot for a job among the healthy matching bots. To add one, implement this interface and
 * list it in {@link BotChooser}.
 */
interface BotChoice {

    /** Returns the name of the strategy, which assignments carry. */
    Strategy strategy();

    /** Chooses a healthy candidate, or returns null to leave the choice to the next strategy. */
    @Nullable
    Bot choose(Job job, Candidates candidates);
}
