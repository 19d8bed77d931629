package dev.rota.cli.shards;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Queries of a pool's shards. */
@Command(
        name = "shards",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "WHAT",
        description = "Shows, verifies and saves a pool's shards, and puts dead letters back.",
        footerHeading = "%nExample:%n",
        footer = "  rota shards verify --all",
        subcommands = {ShardState.class, VerifyShards.class, SnapshotShards.class, RetryShards.class})
public final class ShardsVerb implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "expected a command; 'rota shards --help' lists them");
    }
}
