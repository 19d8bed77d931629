package dev.rota.client.bot;

import dev.rota.engine.Nullable;
import dev.rota.jobs.Property;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The parameters of a bot.
 *
 * @param bot its id, unique in the cohort
 * @param instance the only instance that it works for, or {@code *} for all
 * @param capacity the number of commands that it runs at once
 * @param command the command that it runs for each job
 * @param sync the interval of its syncs; the cohort's policy sets the timeout
 * @param grace how long a command may take to end after SIGTERM, before SIGKILL
 * @param drain how long commands may continue when the bot is closed
 * @param output the folder for the output of commands, or null if it is passed through
 * @param outputBytesMax the maximum size of the output that is kept per command
 */
public record BotTerms(
        String bot,
        String instance,
        List<String> labels,
        int capacity,
        List<Property> properties,
        List<String> command,
        Duration sync,
        Duration grace,
        Duration drain,
        @Nullable Path output,
        long outputBytesMax) {

    /** The maximum number of commands that one bot runs at once. */
    public static final int CAPACITY_MAX = 1_000;
}
