package dev.rota.client.bot;

/**
 * What a bot has done, for people.
 *
 * @param waiting leases whose command is not started yet, since one that was taken away is still ending
 * @param succeeded commands that ended with exit code 0
 * @param failed commands that ended with another exit code, or could not be started
 * @param stopped commands that were stopped, since their lease was taken away
 * @param heardMsAgo since Kafka took the latest sync; -1: it has taken none
 */
public record BotFigures(int running, int waiting, long succeeded, long failed, long stopped, long heardMsAgo) {}
