package dev.rota.jobs;

import dev.rota.engine.Nullable;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Job;

/**
 * A way to choose the bot for a job among the healthy matching ones. Another is a class that implements this, and a line in
 * {@link BotChooser}.
 */
interface BotChoice {

    /** What an assignment says about how its bot was chosen. */
    Strategy strategy();

    /** Chooses a healthy candidate; null leaves the choice to the next way. */
    @Nullable
    Bot choose(Job job, Candidates candidates);
}
