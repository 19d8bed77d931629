/**
 * A process that runs until it is stopped: {@link dev.rota.cli.process.ExitHooks} closes its resources, {@link
 * dev.rota.cli.process.Logs} configures its log lines, and {@link dev.rota.cli.process.HostName} names its workers and
 * bots.
 */
package dev.rota.cli.process;
