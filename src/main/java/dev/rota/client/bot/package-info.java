/**
 * A bot: it syncs, runs a command for each job it is given, and reports the exit code.
 *
 * <p>{@link dev.rota.client.bot.CommandBot} is the loop, {@link dev.rota.client.bot.BotLeases} what it holds,
 * {@link dev.rota.client.bot.CommandRun} one running command.
 */
package dev.rota.client.bot;
