package dev.rota.cli.chunks;

import dev.rota.audit.Outputs;
import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.cli.cluster.RecordSource;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.io.WholeFile;
import dev.rota.cli.options.Domains;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.cli.process.ExitHooks;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.OutputRecords;
import dev.rota.settings.Settings;
import java.io.IOException;
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

/** Exports a whole assignment as one JSON document, or keeps it in a folder with the routes, for programs without Kafka. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        description = {
            "Writes the whole assignment of a published epoch as one JSON document.",
            "It is assembled from the output topics and checked against the epoch's digest.",
            "With --follow, keeps the assignment in force and the routes as files in a folder until SIGTERM or Ctrl-C."
                    + " current.json names the files in force. Each file is written as a whole, current.json last, so"
                    + " that any program may copy the folder at any time.",
            "Exit code 1 if the epoch is missing or incomplete.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  rota chunks export --network demo --out epoch.json.gz",
            "  rota chunks export --network demo --follow published"
        })
final class ExportChunks implements Callable<Integer> {

    private static final long PAUSE_MS = 2_000;

    /** After how many readings without a result, two seconds apart, {@code --once} gives up. */
    private static final int READINGS_MAX = 15;

    @Option(names = "--network", required = true, paramLabel = "N", description = "The network.")
    private String network = "";

    @Nullable
    @Option(names = "--epoch", paramLabel = "E", description = "The epoch; by default, the last published one.")
    private Long epoch;

    @Nullable
    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "The file to write, compressed if its name ends in .gz; by default, standard output.")
    private Path file;

    @Nullable
    @Option(
            names = "--follow",
            paramLabel = "DIR",
            description = "The folder to keep, of this network alone; it is created if it is not there.")
    private Path folder;

    @Option(names = "--once", description = "With --follow: write the files once and end.")
    private boolean once;

    @Mixin
    private RecordSource recorded = new RecordSource();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (folder == null ? once : epoch != null || file != null) {
            throw new Unusable("expected --follow DIR with --once, and without --epoch and --out");
        }
        Settings settings = recorded.settings();
        ChunksDomain chunks = (ChunksDomain) Domains.named("chunks", settings);
        if (folder != null) {
            follow(chunks, settings, ExportFolder.of(folder, network));
            return ExitCode.DONE;
        }
        SpecificRecord assignment;
        try (Outputs outputs = outputs(chunks, settings)) {
            assignment = chunks.export(outputs, network, epoch);
        }
        Path target = file;
        if (target == null) {
            JsonDocument.write(assignment, System.out);
        } else {
            WholeFile.replace(target, ".part", part -> JsonDocument.write(assignment, part, target.toString()));
        }
        return ExitCode.DONE;
    }

    private Outputs outputs(ChunksDomain chunks, Settings settings) {
        return recorded.outputs(chunks, settings, Role.of(chunks.planner()));
    }

    /** Reads on in the outputs and writes what is new, until the process ends. */
    private void follow(ChunksDomain chunks, Settings settings, ExportFolder out) throws InterruptedException {
        BiFunction<OutputRecords, Long, Map<String, SpecificRecord>> files = chunks.files(network);
        CountDownLatch ended = new CountDownLatch(1);
        try (ExitHooks ending = new ExitHooks()) {
            ending.add(ended::countDown);
            if (!once) {
                System.out.println("Network " + network + " is exported to " + folder + ". Ctrl-C ends it.");
                System.out.flush();
            }
            String lastReason = "";
            int readings = 0;
            do {
                long now = System.currentTimeMillis();
                try (Outputs outputs = outputs(chunks, settings)) {
                    Map<String, SpecificRecord> documents = files.apply(outputs, now);
                    out.write(documents);
                    lastReason = "";
                    if (once && !documents.isEmpty()) {
                        return;
                    }
                } catch (NotThere e) {
                    if (once) {
                        throw e;
                    }
                    // an epoch may come, and what is missing may be a record that is not readable yet
                    String reason = String.valueOf(e.getMessage());
                    if (!reason.equals(lastReason)) {
                        System.err.println(reason);
                        lastReason = reason;
                    }
                }
                if (once && ++readings == READINGS_MAX) {
                    throw new NotThere("expected the assignment that the routes of network " + network
                            + " belong to, but after " + READINGS_MAX + " readings chunks.epochs does not have it");
                }
            } while (!ended.await(PAUSE_MS, TimeUnit.MILLISECONDS));
        }
    }
}
