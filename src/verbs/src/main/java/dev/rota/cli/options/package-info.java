/**
 * The options and exit codes of verbs: {@link dev.rota.cli.options.Configured} has the options for settings, {@link
 * dev.rota.cli.options.Domains} is the registry of domains, {@link dev.rota.cli.options.ExitCode} has the exit codes,
 * and {@link dev.rota.cli.options.Unusable} ends a verb whose input cannot be used.
 */
package dev.rota.cli.options;
