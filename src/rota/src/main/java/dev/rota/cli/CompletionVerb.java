package dev.rota.cli;

import dev.rota.cli.options.ExitCode;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the script by which a shell completes verbs and options. picocli derives it from the verbs. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = {
            "Prints a completion script for bash and zsh.",
            "Load it in a shell's startup file; it completes verbs and options of a command named 'rota'."
        },
        footerHeading = "%nExample:%n",
        footer = "  source <(rota completion)")
final class CompletionVerb implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() {
        System.out.println(AutoComplete.bash("rota", spec.root().commandLine()));
        return ExitCode.DONE;
    }
}
