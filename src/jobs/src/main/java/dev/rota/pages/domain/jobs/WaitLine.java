package dev.rota.pages.domain.jobs;

/**
 * A job that waits.
 *
 * @param since the time at which it was submitted
 */
public record WaitLine(
        String job,
        String jobUrl,
        String instance,
        String instanceUrl,
        String priority,
        String since,
        String waited,
        String attempt) {}
