package dev.rota.cli.shards;

import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.cluster.Wires;
import dev.rota.cli.io.Terminal;
import dev.rota.cli.options.Configured;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.cli.process.ExitHooks;
import dev.rota.cli.process.HostName;
import dev.rota.cli.process.Logs;
import dev.rota.engine.Ids;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.serde.Wire;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.shards.ShardsDomain;
import dev.rota.worker.ExecutorLoader;
import dev.rota.worker.TransactionExecutor;
import dev.rota.worker.execute.ShardWorker;
import dev.rota.worker.execute.WorkerTerms;
import dev.rota.worker.state.ShardFollower;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a worker of a shard pool. */
@Command(
        name = "worker",
        mixinStandardHelpOptions = true,
        description = {
            "Executes the transactions of a pool's shards until SIGTERM or Ctrl-C.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = "  rota worker --worker guest --threads 2")
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

    @Option(
            names = "--executor",
            paramLabel = "CLASS",
            description = "A dev.rota.worker.TransactionExecutor on the class path (default ${DEFAULT-VALUE}).")
    private String executor = "Ledger";

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

    @Mixin
    private Configured configured = new Configured();

    @Override
    public Integer call() throws InterruptedException {
        Settings settings = configured.clientSettings();
        Logs.apply(settings);
        WorkerTerms terms = terms();
        TransactionExecutor executing = ExecutorLoader.of(executor);
        Cluster.require(
                settings,
                Role.of(ShardsDomain.WORKER_ROLE),
                new ShardsDomain(),
                ShardsDomain.BLOCKS.topic(),
                ShardsDomain.ASSIGNMENTS.topic(),
                ShardsDomain.WORKER_EVENTS.topic(),
                ShardsDomain.WORKERS);
        String failure;
        try (ExitHooks ending = new ExitHooks()) {
            Wire wire = ending.add(Wires.of(settings));
            ShardFollower follower = ending.add(ShardFollower.start(settings, wire, pool, state, from));
            ShardWorker running = ending.add(ShardWorker.start(terms, settings, wire, follower, executing));
            System.out.println("Worker " + terms.worker() + " executes shards of pool " + pool + " on "
                    + settings.text(Setting.BOOTSTRAP) + " with " + terms.threads() + " threads; it has the state of "
                    + follower.states().shards() + " shards. Ctrl-C ends it.");
            WorkerStatus status = new WorkerStatus(running.figures(), terms.threads());
            boolean watched = Terminal.hasOutput();
            while (!running.await(SAY_EVERY)) {
                if (watched) {
                    System.out.println(status.line(running.figures(), follower.lag()));
                }
            }
            failure = running.failure();
        }
        if (failure != null) {
            System.err.println("rota: " + failure.lines().findFirst().orElse("failed"));
            return ExitCode.DOES_NOT_HOLD;
        }
        return ExitCode.DONE;
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
