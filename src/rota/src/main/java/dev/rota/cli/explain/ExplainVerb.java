package dev.rota.cli.explain;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Explains a decision. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "WHAT",
        description = {
            "Explains from the log why a claim, a job, a chunk or a shard is where it is.",
            "A scheduler of your own that explains something has a verb here, with an option for each kind of subject."
        },
        footerHeading = "%nExample:%n",
        footer = "  rota explain jobs --job nightly-7",
        subcommands = {ExplainCores.class, ExplainJobs.class, ExplainChunks.class, ExplainShards.class})
public final class ExplainVerb implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "expected a domain; 'rota explain --help' lists them");
    }
}
