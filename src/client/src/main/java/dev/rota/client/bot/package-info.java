/**
 * A bot that syncs, runs a command for each job that is assigned to it, and reports the exit code.
 *
 * <p>{@link dev.rota.client.bot.CommandBot} is the loop, {@link dev.rota.client.bot.BotLeases} contains its leases, and
 * {@link dev.rota.client.bot.CommandRun} is one running command.
 */
package dev.rota.client.bot;
