package dev.rota.cli.chunks;

import dev.rota.audit.Outputs;
import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.cli.cluster.RecordSource;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.options.Domains;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.process.ExitHooks;
import dev.rota.engine.NotThere;
import dev.rota.engine.OutputRecords;
import dev.rota.settings.Settings;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.apache.avro.specific.SpecificRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Keeps a network's assignment and routes in a folder, for programs without Kafka. */
@Command(
        name = "publish",
        mixinStandardHelpOptions = true,
        description = {
            "Keeps a network's assignment and routes as files in a folder.",
            "current.json names the files in force. Each file is written as a whole, current.json last, so that any"
                    + " program may copy the folder at any time.",
            "Runs until SIGTERM or Ctrl-C. With --once, exit code 1 if there is no published epoch, or if records are"
                    + " missing.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = "  rota chunks publish --network demo --out published")
final class PublishChunks implements Callable<Integer> {

    private static final long PAUSE_MS = 2_000;

    /** After how many readings without a result, two seconds apart, {@code --once} gives up. */
    private static final int READINGS_MAX = 15;

    @Option(names = "--network", required = true, paramLabel = "N", description = "The network.")
    private String network = "";

    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description = "The folder, of this network alone; it is created if it is not there.")
    private Path folder = Path.of("");

    @Option(names = "--once", description = "Write the files once and end.")
    private boolean once;

    @Mixin
    private RecordSource recorded = new RecordSource();

    @Override
    public Integer call() throws InterruptedException {
        Settings settings = recorded.settings();
        ChunksDomain chunks = (ChunksDomain) Domains.named("chunks", settings);
        BiFunction<OutputRecords, Long, Map<String, SpecificRecord>> files = chunks.files(network);
        CountDownLatch ended = new CountDownLatch(1);
        try (ExitHooks ending = new ExitHooks()) {
            ending.add(ended::countDown);
            Round round = () -> {
                long now = System.currentTimeMillis();
                try (Outputs outputs = recorded.outputs(chunks, settings, Role.of(chunks.planner()))) {
                    return files.apply(outputs, now);
                }
            };
            if (once) {
                once(round, ended);
            } else {
                untilEnded(round, ended);
            }
        }
        return ExitCode.DONE;
    }

    /** Reads on in the outputs. */
    @FunctionalInterface
    private interface Round {
        Map<String, SpecificRecord> documents();
    }

    private void once(Round round, CountDownLatch ended) throws InterruptedException {
        PublishedFolder out = PublishedFolder.of(folder, network);
        for (int i = 0; i < READINGS_MAX; i++) {
            Map<String, SpecificRecord> documents = round.documents();
            if (!documents.isEmpty()) {
                out.write(documents);
                return;
            }
            if (ended.await(PAUSE_MS, TimeUnit.MILLISECONDS)) {
                return;
            }
        }
        throw new NotThere("expected the assignment that the routes of network " + network + " belong to, but after "
                + READINGS_MAX + " readings chunks.epochs does not have it");
    }

    private void untilEnded(Round round, CountDownLatch ended) throws InterruptedException {
        PublishedFolder out = PublishedFolder.of(folder, network);
        System.out.println("Network " + network + " is published to " + folder + ". Ctrl-C ends it.");
        System.out.flush();
        String said = "";
        do {
            try {
                out.write(round.documents());
                said = "";
            } catch (NotThere e) {
                // an epoch may come, and what is missing may be a record that is not readable yet
                String why = String.valueOf(e.getMessage());
                if (!why.equals(said)) {
                    System.err.println(why);
                    said = why;
                }
            }
        } while (!ended.await(PAUSE_MS, TimeUnit.MILLISECONDS));
    }
}
