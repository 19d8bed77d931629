package dev.rota.client.bot;

/**
 * The counters of a bot, for people.
 *
 * @param waiting the leases whose command is not started yet, since a command whose lease was taken away is still
 *     ending
 * @param succeeded the commands that ended with exit code 0
 * @param failed the commands that ended with another exit code, or could not be started
 * @param stopped the commands that were stopped, since their lease was taken away
 * @param heardMsAgo the time since Kafka acknowledged the latest sync, or -1 if it has acknowledged none
 */
public record BotFigures(int running, int waiting, long succeeded, long failed, long stopped, long heardMsAgo) {}
