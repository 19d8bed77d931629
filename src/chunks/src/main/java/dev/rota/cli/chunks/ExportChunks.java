package dev.rota.cli.chunks;

import dev.rota.audit.Outputs;
import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.cli.cluster.RecordSource;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.io.WholeFile;
import dev.rota.cli.options.Domains;
import dev.rota.cli.options.ExitCode;
import dev.rota.engine.Nullable;
import dev.rota.settings.Settings;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.apache.avro.specific.SpecificRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Exports a whole assignment as one JSON document, for programs without Kafka. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        description = {
            "Writes the whole assignment of a published epoch as one JSON document.",
            "It is assembled from the output topics and checked against the epoch's digest.",
            "Exit code 1 if the epoch is missing or incomplete.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = "  rota chunks export --network demo --out epoch.json.gz")
final class ExportChunks implements Callable<Integer> {

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

    @Mixin
    private RecordSource recorded = new RecordSource();

    @Override
    public Integer call() throws IOException {
        Settings settings = recorded.settings();
        ChunksDomain chunks = (ChunksDomain) Domains.named("chunks", settings);
        SpecificRecord assignment;
        try (Outputs outputs = recorded.outputs(chunks, settings, Role.of(chunks.planner()))) {
            assignment = chunks.export(outputs, network, epoch);
        }
        if (file == null) {
            JsonDocument.write(assignment, new FilterOutputStream(System.out) {
                @Override
                public void write(byte[] bytes, int from, int count) throws IOException {
                    out.write(bytes, from, count);
                }

                @Override
                public void close() throws IOException {
                    // standard output stays open
                    flush();
                }
            });
        } else {
            write(assignment, file);
        }
        return ExitCode.DONE;
    }

    private static void write(SpecificRecord assignment, Path file) {
        WholeFile.replace(file, ".part", part -> JsonDocument.write(assignment, part, file.toString()));
    }
}
