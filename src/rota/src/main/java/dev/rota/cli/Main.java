package dev.rota.cli;

import dev.rota.audit.evidence.AuditRefused;
import dev.rota.cli.audit.AuditVerb;
import dev.rota.cli.chunks.ChunksVerb;
import dev.rota.cli.demo.DemoVerb;
import dev.rota.cli.explain.ExplainInstalled;
import dev.rota.cli.explain.ExplainVerb;
import dev.rota.cli.explain.WouldVerb;
import dev.rota.cli.io.StandardOutput;
import dev.rota.cli.jobs.BotVerb;
import dev.rota.cli.jobs.JobVerb;
import dev.rota.cli.options.AddedVerb;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.cli.records.ConsumeVerb;
import dev.rota.cli.records.ProduceVerb;
import dev.rota.cli.records.SimulateVerb;
import dev.rota.cli.shards.ShardsVerb;
import dev.rota.cli.shards.WorkerVerb;
import dev.rota.cli.topics.AdoptVerb;
import dev.rota.cli.topics.TopicsVerb;
import dev.rota.cli.whatif.WhatIfVerb;
import dev.rota.client.process.CommandsFailed;
import dev.rota.engine.NotThere;
import dev.rota.engine.Version;
import dev.rota.engine.plugin.InvalidDomain;
import dev.rota.engine.plugin.Services;
import dev.rota.engine.text.FileProblem;
import dev.rota.engine.text.Printable;
import dev.rota.kafka.Denied;
import dev.rota.kafka.NativeLibraries;
import dev.rota.local.NotStarted;
import dev.rota.serde.RegistryRefused;
import dev.rota.settings.BadSetting;
import dev.rota.settings.ClosestName;
import dev.rota.stream.common.StoppedException;
import dev.rota.stream.kstreams.UnusableRows;
import dev.rota.worker.WorkerRefused;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthorizationException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * {@code rota VERB}. The exit code is 0 if the verb is done; 1 for a negative result; 2 for wrong use, with one line on
 * standard error; and 141 if the reader of standard output has closed it.
 */
@Command(
        name = "rota",
        description = "Auditable scheduling on Kafka.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.OfJar.class,
        synopsisSubcommandLabel = "VERB",
        footerHeading = "%nExample:%n",
        footer = {"  rota dev --demo", "  rota VERB --help"},
        subcommands = {
            DevVerb.class,
            RunVerb.class,
            TopicsVerb.class,
            AdoptVerb.class,
            ProduceVerb.class,
            ConsumeVerb.class,
            PagesVerb.class,
            DemoVerb.class,
            SimulateVerb.class,
            AuditVerb.class,
            WhatIfVerb.class,
            VoidVerb.class,
            ExplainVerb.class,
            WouldVerb.class,
            ChunksVerb.class,
            ShardsVerb.class,
            WorkerVerb.class,
            BotVerb.class,
            JobVerb.class,
            CompletionVerb.class,
        })
public final class Main implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    public static void main(String[] args) {
        // Numbers and messages have the same form in every locale.
        Locale.setDefault(Locale.ROOT);
        StandardOutput.install();
        NativeLibraries.shareCompression();
        System.exit(run(args));
    }

    /** Returns the verbs of this jar and of others beside it. */
    static CommandLine line() {
        CommandLine line = new CommandLine(new Main());
        Services.all(AddedVerb.class).forEach(line::addSubcommand);
        if (!line.getSubcommands().containsKey("bench")) {
            line.addSubcommand(new AbsentBench());
        }
        return line;
    }

    /** Runs a verb. Exceptions are printed as one line, never as a stack trace. */
    static int run(String... args) {
        return run(line(), args);
    }

    static int run(CommandLine line, String... args) {
        int code = execute(line, args);
        try {
            // what failed before fails again
            System.out.flush();
            return code;
        } catch (StandardOutput.Lost e) {
            if (e.isClosedPipe()) {
                return ExitCode.OUTPUT_CLOSED;
            }
            complain(line, String.valueOf(e.getMessage()));
            return ExitCode.WRONG_USE;
        }
    }

    private static int execute(CommandLine line, String... args) {
        try {
            if (args.length > 0 && args[0].equals("explain")) {
                ExplainInstalled.addTo(line);
            }
        } catch (Throwable e) {
            return failed(line, e);
        }
        line.setParameterExceptionHandler((exception, given) -> {
            // picocli begins some sentences with a word that says no more than the exit code
            complain(line, String.valueOf(exception.getMessage()).replace("Error: ", "") + meant(exception));
            return ExitCode.WRONG_USE;
        });
        line.setExecutionExceptionHandler((exception, command, parsed) -> {
            return failed(line, exception);
        });
        line.setExecutionStrategy(parsed -> {
            try {
                return new CommandLine.RunLast().execute(parsed);
            } catch (StandardOutput.Lost e) {
                // from a help text, which picocli prints itself
                return failed(line, e);
            }
        });
        try {
            return line.execute(args);
        } catch (Throwable e) {
            // picocli handles exceptions only; an Error must not end as a stack trace with exit code 1, which stands
            // for a negative result
            return failed(line, e);
        }
    }

    /** Returns the end of a sentence about a verb or an option that is not known, if one is close. */
    private static String meant(ParameterException exception) {
        if (!(exception instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) {
            return "";
        }
        String first = unmatched.getUnmatched().get(0).replaceFirst("=.*", "");
        CommandLine command = unmatched.getCommandLine();
        return ClosestName.question(
                first,
                first.startsWith("-")
                        ? command.getCommandSpec().optionsMap().keySet()
                        : command.getSubcommands().keySet());
    }

    private static int failed(CommandLine line, Throwable exception) {
        // run() reports that
        if (!(exception instanceof StandardOutput.Lost)) {
            complain(line, sentence(exception));
        }
        return exception instanceof NotThere ? ExitCode.DOES_NOT_HOLD : ExitCode.WRONG_USE;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "expected a verb; 'rota --help' lists them");
    }

    private static void complain(CommandLine line, String sentence) {
        line.getErr()
                .println("rota: "
                        + Printable.of(sentence.strip().lines().findFirst().orElse("failed")));
    }

    /** Returns the message of an expected failure. Others are preceded by their class name, for bug reports. */
    private static String sentence(Throwable exception) {
        String message = String.valueOf(exception.getMessage());
        if (exception instanceof OutOfMemoryError) {
            return "out of memory (" + message + "); give Java more, for example -Xmx4g";
        }
        if (exception instanceof BadSetting
                || exception instanceof StoppedException
                || exception instanceof NotStarted
                || exception instanceof RegistryRefused
                || exception instanceof AuditRefused
                || exception instanceof NotThere
                || exception instanceof WorkerRefused
                || exception instanceof CommandsFailed
                || exception instanceof InvalidDomain
                || exception instanceof Unusable) {
            return message;
        }
        if (exception instanceof ConfigException
                || (exception instanceof KafkaException && exception.getCause() instanceof ConfigException)) {
            Throwable cause = exception.getCause() == null ? exception : exception.getCause();
            return "invalid Kafka setting: " + cause.getMessage();
        }
        if (exception instanceof AuthorizationException) {
            return Denied.sentence(exception).orElse(message);
        }
        if (exception instanceof UncheckedIOException && exception.getCause() instanceof IOException cause) {
            return "expected to read and write files, but it cannot be done (" + FileProblem.of(cause) + ")";
        }
        if (exception instanceof KafkaException) {
            return UnusableRows.sentence(exception)
                    .orElseGet(() -> "the cluster does not answer as expected: "
                            + (exception.getMessage() == null
                                    ? exception.getClass().getSimpleName()
                                    : message));
        }
        return exception.getClass().getSimpleName() + ": " + message;
    }

    /** Returns the version in the jar. */
    static final class OfJar implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"rota " + Version.OF_JAR};
        }
    }
}
