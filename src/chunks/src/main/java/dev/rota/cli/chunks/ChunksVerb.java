package dev.rota.cli.chunks;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Queries of chunk networks. */
@Command(
        name = "chunks",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "WHAT",
        description = "Exports a network's assignment, or previews its next epoch.",
        footerHeading = "%nExample:%n",
        footer = "  rota chunks plan --network demo --remove worker-01",
        subcommands = {ExportChunks.class, PlanChunks.class})
public final class ChunksVerb implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "expected a command; 'rota chunks --help' lists them");
    }
}
