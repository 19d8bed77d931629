package dev.rota.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Queries of chunk networks. */
@Command(
        name = "chunks",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "WHAT",
        description = "Says of a network of chunks who holds what.",
        subcommands = {ExportChunks.class, PlanChunks.class})
final class ChunksVerb implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "expected what to do; 'rota chunks --help' lists what can be");
    }
}
