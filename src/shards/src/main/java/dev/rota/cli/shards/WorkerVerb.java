package dev.rota.cli.shards;

import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.cluster.Wires;
import dev.rota.cli.io.Terminal;
import dev.rota.cli.options.Configured;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.cli.process.ExitHooks;
import dev.rota.cli.process.Logs;
import dev.rota.cli.process.Programs;
import dev.rota.client.HostName;
import dev.rota.client.RecordHandler;
import dev.rota.client.RecordReceipts;
import dev.rota.client.command.LineCommands;
import dev.rota.client.command.RecordCommand;
import dev.rota.client.process.Reaper;
import dev.rota.engine.Ids;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.serde.Wire;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.worker.ExecutorLoader;
import dev.rota.worker.HandlingMeter;
import dev.rota.worker.TransactionExecutor;
import dev.rota.worker.execute.ShardWorker;
import dev.rota.worker.execute.WorkerTerms;
import dev.rota.worker.holders.HolderLines;
import dev.rota.worker.holders.SilentHolder;
import dev.rota.worker.state.ShardFollower;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a worker of a shard pool. */
@Command(
        name = "worker",
        mixinStandardHelpOptions = true,
        description = {
            "Executes the transactions of a pool's shards until SIGTERM or Ctrl-C.",
            "With a COMMAND, for pools whose policy is stateless, it runs the command for each record, whose payload is its"
                    + " standard input; ROTA_SHARD, ROTA_KEY, ROTA_KEY_BASE64, ROTA_ID, ROTA_TOKEN, ROTA_ATTEMPT,"
                    + " ROTA_SOURCE, ROTA_TOMBSTONE and ROTA_HEADERS are in its environment. Exit code 0: done, standard output is the"
                    + " receipt's output. 65: dead letter, standard error is the reason. 75: retry later. Any other: a"
                    + " failed attempt.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  rota worker --executor Ledger --worker guest --threads 2",
            "  rota worker --pool orders --threads 8 -- ./handle-order"
        })
public final class WorkerVerb implements Callable<Integer> {

    private static final Duration SAY_EVERY = Duration.ofSeconds(1);

    @Option(
            names = "--pool",
            paramLabel = "P",
            description = "The pool whose shards it executes (default ${DEFAULT-VALUE}).")
    private String pool = "default";

    @Nullable
    @Option(
            names = "--worker",
            paramLabel = "ID",
            description = "The worker's name; by default, the host's name and a random part.")
    private String worker;

    @Nullable
    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Turns executed at once; by default, the number of processors.")
    private Integer threads;

    @Nullable
    @Option(
            names = "--executor",
            paramLabel = "CLASS",
            description =
                    "A dev.rota.worker.TransactionExecutor on the class path; Ledger is the one of the demo's pool.")
    private String executor;

    @Nullable
    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = "Where the shards' state is kept for the next start; by default, it is read again.")
    private Path state;

    @Nullable
    @Option(
            names = "--from",
            paramLabel = "DIR",
            description = "A snapshot ('rota shards snapshot') to start from if there is no state yet.")
    private Path from;

    @Option(
            names = "--take-over",
            description = "Replace a process that has the same name, without waiting for its end.")
    private boolean takeOver;

    @Option(
            names = "--lines",
            description =
                    "Run one COMMAND per thread for all records: it reads a line of JSON for each, and prints one.")
    private boolean lines;

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "The command and its arguments, after --.")
    private List<String> command = List.of();

    @Mixin
    private Configured configured = new Configured();

    @Override
    public Integer call() throws InterruptedException {
        requireOneKind();
        Settings settings = configured.clientSettings();
        Logs.apply(settings);
        WorkerTerms terms = terms();
        String failure;
        try (ExitHooks ending = new ExitHooks()) {
            failure = executor == null ? run(terms, settings, ending) : execute(executor, terms, settings, ending);
        }
        if (failure != null) {
            System.err.println("rota: " + failure.lines().findFirst().orElse("failed"));
            return ExitCode.DOES_NOT_HOLD;
        }
        return ExitCode.DONE;
    }

    private void requireOneKind() {
        if (command.isEmpty()) {
            if (lines) {
                throw new Unusable("expected a command after --, whose lines --lines describes, but there is none");
            }
            if (executor == null) {
                throw new Unusable("expected a command after --, which handles the records of a stateless pool, or"
                        + " --executor CLASS, such as --executor Ledger for the demo's pool, but there is neither");
            }
            return;
        }
        if (executor != null) {
            throw new Unusable("expected --executor or a command after --, but there are both");
        }
        if (state != null || from != null) {
            throw new Unusable("expected no --state and no --from with a command, which keeps no state");
        }
        if (!Programs.exists(command.get(0))) {
            throw new Unusable("expected a program to run, but there is no executable " + command.get(0));
        }
    }

    /** Executes transactions in this process; returns why it ended by itself, or null. */
    private @Nullable String execute(String name, WorkerTerms terms, Settings settings, ExitHooks ending)
            throws InterruptedException {
        TransactionExecutor executing = ExecutorLoader.of(name);
        Cluster.await(
                settings,
                Role.of(ShardsDomain.WORKER_ROLE),
                new ShardsDomain(),
                ShardsTopics.BLOCKS.topic(),
                ShardsTopics.ASSIGNMENTS.topic(),
                ShardsTopics.WORKER_EVENTS.topic(),
                ShardsTopics.WORKERS);
        Wire wire = ending.add(Wires.of(settings));
        ShardFollower follower = ending.add(ShardFollower.start(settings, wire, pool, state, from));
        ShardWorker running = ending.add(ShardWorker.start(terms, settings, wire, follower, executing));
        System.out.println("Worker " + terms.worker() + " executes shards of pool " + pool + " on "
                + settings.text(Setting.BOOTSTRAP) + " with " + terms.threads() + " threads; it has the state of "
                + follower.states().shards() + " shards. " + ExitHooks.hint());
        return awaitEnd(running, terms, follower);
    }

    /** Runs the command for records; returns why it ended by itself, or null. */
    private @Nullable String run(WorkerTerms terms, Settings settings, ExitHooks ending) throws InterruptedException {
        Cluster.await(
                settings,
                Role.of(ShardsDomain.STATELESS_WORKER_ROLE),
                new ShardsDomain(),
                ShardsTopics.ASSIGNMENTS.topic(),
                ShardsTopics.WORKER_EVENTS.topic(),
                ShardsTopics.WORKERS);
        Wire wire = ending.add(Wires.of(settings));
        Reaper reaper = ending.add(Reaper.start());
        RecordHandler handler =
                lines ? ending.add(new LineCommands(command, reaper)) : new RecordCommand(command, reaper);
        ShardWorker running =
                ending.add(ShardWorker.start(terms, settings, wire, new RecordReceipts(handler), HandlingMeter.NONE));
        System.out.println(
                "Worker " + terms.worker() + " runs '" + String.join(" ", command) + "' for the records of pool "
                        + pool + " on " + settings.text(Setting.BOOTSTRAP) + ", at most " + terms.threads()
                        + " at once. " + ExitHooks.hint());
        return awaitEnd(running, terms, null);
    }

    private static @Nullable String awaitEnd(ShardWorker running, WorkerTerms terms, @Nullable ShardFollower follower)
            throws InterruptedException {
        WorkerStatus status = new WorkerStatus(running.figures(), terms.threads());
        HolderLines lines = new HolderLines();
        boolean watched = Terminal.hasOutput();
        while (!running.await(SAY_EVERY)) {
            List<SilentHolder> silent = running.silentHolders();
            String line = watched
                    ? status.line(running.figures(), follower == null ? null : Long.valueOf(follower.lag()), silent)
                    : lines.next(silent, System.nanoTime());
            if (line != null) {
                System.out.println(line);
            }
        }
        return running.failure();
    }

    private WorkerTerms terms() {
        int slots = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
        if (slots < 1 || slots > WorkerTerms.THREADS_MAX) {
            throw new Unusable("expected threads from 1 to " + WorkerTerms.THREADS_MAX + ", but it is " + slots);
        }
        try {
            String id = Ids.id("worker", worker == null ? HostName.unique("worker") : worker);
            return WorkerTerms.of(Ids.unit("pool", pool), id, slots, takeOver);
        } catch (RefusedException e) {
            throw new Unusable(e.sentence());
        }
    }
}
