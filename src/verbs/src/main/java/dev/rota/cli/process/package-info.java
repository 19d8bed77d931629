/**
 * A process that runs until it is stopped: {@link dev.rota.cli.process.ExitHooks} closes its resources, {@link
 * dev.rota.cli.process.Logs} configures its log lines, and {@link dev.rota.cli.process.Programs} finds the programs that
 * it runs.
 */
package dev.rota.cli.process;
