/**
 * How a verb is called and how it ends: {@link dev.rota.cli.options.Configured} has the options for settings, {@link
 * dev.rota.cli.options.Domains} the registry of domains that verbs name, {@link dev.rota.cli.options.ExitCode} the exit
 * codes, and {@link dev.rota.cli.options.Unusable} ends a verb whose input cannot be used.
 */
package dev.rota.cli.options;
