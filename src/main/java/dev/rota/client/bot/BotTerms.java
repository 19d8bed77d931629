package dev.rota.client.bot;

import dev.rota.engine.Nullable;
import dev.rota.jobs.Property;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A bot's parameters.
 *
 * @param bot its id, unique in the cohort
 * @param instance the only instance that it works for; {@code *}: all
 * @param capacity how many commands it runs at once
 * @param command what it runs for each job
 * @param sync the interval of its syncs; the cohort's policy sets the timeout
 * @param grace how long a command may take to end after SIGTERM, before SIGKILL
 * @param drain how long commands may go on when the bot is closed
 * @param output the folder for what commands print; null: it is passed through
 * @param outputBytesMax what is kept of one command's output
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

    /** Commands of one bot at once. */
    public static final int CAPACITY_MAX = 1_000;
}
