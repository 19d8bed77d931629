package dev.rota.cli.jobs;

import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.cluster.Wires;
import dev.rota.cli.io.Terminal;
import dev.rota.cli.options.Configured;
import dev.rota.cli.options.DurationOption;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.cli.process.ExitHooks;
import dev.rota.cli.process.Logs;
import dev.rota.cli.process.Programs;
import dev.rota.client.HostName;
import dev.rota.client.PropertyPairs;
import dev.rota.client.bot.BotFigures;
import dev.rota.client.bot.BotTerms;
import dev.rota.client.bot.CommandBot;
import dev.rota.engine.Ids;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.serde.Wire;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a bot that executes a command for each job. */
@Command(
        name = "bot",
        mixinStandardHelpOptions = true,
        description = {
            "Runs a command for each job that it is given, until SIGTERM or Ctrl-C.",
            "The job's payload is the command's standard input; ROTA_JOB, ROTA_INSTANCE, ROTA_ATTEMPT, ROTA_LEASE and"
                    + " ROTA_COHORT are in its environment. Its exit code is reported.",
            "A command whose job is evicted or cancelled gets SIGTERM, and SIGKILL after the grace; so does all that it"
                    + " has started. SIGTERM lets running commands finish within --drain.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = "  rota bot --bot b1 --capacity 4 --property os=linux -- sh -s")
public final class BotVerb implements Callable<Integer> {

    private static final Duration SAY_EVERY = Duration.ofSeconds(1);

    @Nullable
    @Option(
            names = "--bot",
            paramLabel = "ID",
            description = "The bot's name; by default, the host's name and a random part.")
    private String bot;

    @Option(
            names = "--capacity",
            paramLabel = "N",
            description = "The number of concurrent commands (default ${DEFAULT-VALUE}).")
    private int capacity = 1;

    @Option(
            names = "--property",
            paramLabel = "NAME=VALUE",
            description = "A property that jobs may require; may be repeated.")
    private List<String> properties = List.of();

    @Option(
            names = "--label",
            paramLabel = "L",
            description = "A label; together they name the cohort. May be repeated.")
    private List<String> labels = List.of();

    @Option(names = "--instance", paramLabel = "I", description = "Run jobs of this instance only; by default, of all.")
    private String instance = "*";

    @Option(
            names = "--sync",
            paramLabel = "T",
            converter = DurationOption.class,
            description = "The interval of the bot's syncs (default 5s).")
    private Duration sync = Duration.ofSeconds(5);

    @Option(
            names = "--grace",
            paramLabel = "T",
            converter = DurationOption.class,
            description = "The time from SIGTERM to SIGKILL (default 10s).")
    private Duration grace = Duration.ofSeconds(10);

    @Option(
            names = "--drain",
            paramLabel = "T",
            converter = DurationOption.class,
            description = "How long commands may still run after SIGTERM (default 60s).")
    private Duration drain = Duration.ofSeconds(60);

    @Nullable
    @Option(
            names = "--output",
            paramLabel = "DIR",
            description =
                    "Write each command's output to a file there; by default, it is printed after the job's name.")
    private Path output;

    @Option(
            names = "--output-bytes-max",
            paramLabel = "N",
            description = "The limit of one command's output that is kept (default ${DEFAULT-VALUE}).")
    private long outputBytesMax = 64 << 20;

    @Parameters(arity = "1..*", paramLabel = "COMMAND", description = "The command and its arguments, after --.")
    private List<String> command = List.of();

    @Mixin
    private Configured configured = new Configured();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Settings settings = configured.clientSettings();
        Logs.apply(settings);
        BotTerms terms = terms();
        Cluster.await(
                settings, Role.of(JobsDomain.BOT), new JobsDomain(), JobsTopics.ASSIGNMENTS.topic(), JobsTopics.BOTS);
        String failure;
        try (ExitHooks ending = new ExitHooks()) {
            Wire wire = ending.add(Wires.of(settings));
            CommandBot running = ending.add(CommandBot.start(terms, settings, wire, System.out));
            System.out.println("Bot " + terms.bot() + " runs '" + String.join(" ", command) + "' for jobs on "
                    + settings.text(Setting.BOOTSTRAP) + ", at most " + terms.capacity()
                    + " at once. " + ExitHooks.hint());
            boolean watched = Terminal.hasErasableErrors() && output != null;
            while (!running.await(SAY_EVERY)) {
                // other threads print the output of commands, and only this one ends the bot when standard output is
                // closed
                System.out.flush();
                if (watched) {
                    System.err.print("\r\u001b[K" + line(running.figures(), terms.capacity()));
                    System.err.flush();
                }
            }
            if (watched) {
                System.err.println();
            }
            failure = running.failure();
        }
        if (failure != null) {
            System.err.println("rota: " + failure.lines().findFirst().orElse("failed"));
            return ExitCode.DOES_NOT_HOLD;
        }
        return ExitCode.DONE;
    }

    private static String line(BotFigures now, int capacity) {
        return String.format(
                Locale.ROOT,
                "running %d/%d  succeeded %,d  failed %,d  stopped %,d  %s",
                now.running(),
                capacity,
                now.succeeded(),
                now.failed(),
                now.stopped(),
                now.heardMsAgo() < 0 ? "not heard yet" : "heard " + now.heardMsAgo() / 1_000 + " s ago");
    }

    private BotTerms terms() throws IOException {
        if (capacity < 1 || capacity > BotTerms.CAPACITY_MAX) {
            throw new Unusable("expected a capacity from 1 to " + BotTerms.CAPACITY_MAX + ", but it is " + capacity);
        }
        if (sync.isZero()) {
            throw new Unusable("expected --sync to be longer than 0");
        }
        Unusable.ifNegative("--sync", sync.toMillis());
        Unusable.ifNegative("--grace", grace.toMillis());
        Unusable.ifNegative("--drain", drain.toMillis());
        Unusable.ifNegative("--output-bytes-max", outputBytesMax);
        requireProgram(command.get(0));
        if (output != null) {
            Files.createDirectories(output);
        }
        try {
            for (String label : labels) {
                Ids.id("a label", label);
            }
            return new BotTerms(
                    Ids.id("bot", bot == null ? HostName.unique("bot") : bot),
                    Ids.id("instance", instance),
                    labels,
                    capacity,
                    PropertyPairs.of(properties),
                    command,
                    sync,
                    grace,
                    drain,
                    output,
                    outputBytesMax);
        } catch (RefusedException e) {
            throw new Unusable(e.sentence());
        }
    }

    /** Refuses a program that does not exist, since every job would fail. */
    private static void requireProgram(String program) {
        if (!Programs.exists(program)) {
            throw new Unusable("expected a program to run, but there is no executable " + program);
        }
    }
}
