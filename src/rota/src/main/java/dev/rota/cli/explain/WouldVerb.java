package dev.rota.cli.explain;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows what an event would cause. */
@Command(
        name = "would",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "WHAT",
        description = {
            "Shows what a scheduler would decide on an event that came next.",
            "The scheduler itself decides on it, on a copy of its state; nothing is written."
        },
        footerHeading = "%nExample:%n",
        footer = "  rota would jobs job.json",
        subcommands = {WouldCores.class, WouldJobs.class, WouldShards.class})
public final class WouldVerb implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "expected a domain; 'rota would --help' lists them");
    }
}
