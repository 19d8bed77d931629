/**
 * Commands as handlers of records. {@link dev.rota.client.command.RecordCommand} runs one for each record, {@link
 * dev.rota.client.command.LineCommands} passes records as lines to commands that keep running.
 */
package dev.rota.client.command;
