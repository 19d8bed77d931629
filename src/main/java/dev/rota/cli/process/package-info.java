/**
 * A process that runs until it is stopped: {@link dev.rota.cli.process.ExitHooks} closes its resources, {@link
 * dev.rota.cli.process.Logs} sets up its log lines, {@link dev.rota.cli.process.HostName} names what it runs.
 */
package dev.rota.cli.process;
