package dev.rota.cli.jobs;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Submits jobs and follows them. */
@Command(
        name = "job",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "WHAT",
        description = "Submits and cancels jobs, lists them, and waits for them.",
        footerHeading = "%nExample:%n",
        footer = "  seq 100 | rota job submit --instance demo --payload -",
        subcommands = {
            SubmitJobs.class,
            SubmitGraph.class,
            CancelJobs.class,
            ListJobs.class,
            WatchJob.class,
            WaitForJobs.class
        })
public final class JobVerb implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "expected a command; 'rota job --help' lists them");
    }
}
