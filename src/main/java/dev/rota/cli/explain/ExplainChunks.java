package dev.rota.cli.explain;

import dev.rota.audit.Outputs;
import dev.rota.audit.Replay;
import dev.rota.chunks.ChunksDomain;
import dev.rota.cli.cluster.RecordSource;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.io.Lines;
import dev.rota.cli.options.Domains;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.engine.Domain;
import dev.rota.engine.Explained;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.engine.machine.ParallelThreads;
import dev.rota.settings.Settings;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Explains a chunk's placement by placing the epoch again from the log. */
@Command(
        name = "chunks",
        mixinStandardHelpOptions = true,
        description = {
            "Explains why a chunk's replicas are where they are.",
            "Prints which workers each replica met on its ring, why they refused it, and who took it.",
            "Reads the log to its end, and places the requested epoch again; earlier ones only where it depends on them.",
            "Exit code 1 if network, chunk or epoch is unknown.",
            "The cluster is that of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = "  rota explain chunks --network demo --chunk s3://set/000000/000000-000029-30f1")
final class ExplainChunks implements Callable<Integer> {

    @Option(names = "--network", required = true, paramLabel = "N", description = "The network.")
    private String network = "";

    @Option(
            names = "--chunk",
            required = true,
            paramLabel = "DATASET/ID",
            description = "The chunk; its id is TOP/FIRST-LAST-HASH.")
    private String chunk = "";

    @Nullable
    @Option(names = "--epoch", paramLabel = "E", description = "The epoch; by default, the one in force.")
    private Long epoch;

    @Mixin
    private Explanations explanations = new Explanations();

    @Override
    public Integer call() {
        RecordSource recorded = explanations.recorded();
        Settings settings = recorded.settings();
        ChunksDomain chunks = (ChunksDomain) Domains.named("chunks", settings);
        List<String> lines = new ArrayList<>();
        explaining(chunks, 0, 0, lines);
        long asked;
        long first;
        try (Outputs outputs = recorded.outputs(chunks, settings, Role.EXPLAIN)) {
            asked = epoch == null ? inForce(chunks, outputs) : epoch;
            first = chunks.firstToExplain(outputs, network, asked);
        }
        long asOf;
        AtomicBoolean listed = new AtomicBoolean();
        try (Replay replay = recorded.replay(explaining(chunks, first, asked, lines), settings, Role.EXPLAIN);
                ParallelThreads parallel = ParallelThreads.onAllProcessors()) {
            Replay.Replayed replayed = replay.unit(network, parallel, (decision, chain) -> {
                if (!listed.get() && chunks.lists(decision, chunk)) {
                    listed.set(true);
                }
            });
            if (replayed == null) {
                throw new NotThere("expected network " + network + ", but the log has nothing of it");
            }
            asOf = replayed.now();
        }
        if (lines.isEmpty()) {
            throw new NotThere(
                    "expected epoch " + asked + " of network " + network + ", but the log makes none of that number");
        }
        if (!listed.get()) {
            throw new NotThere("expected chunk " + chunk + ", but network " + network + " never listed it");
        }
        if (explanations.isJson()) {
            print(chunks, asked, asOf, lines);
            return ExitCode.DONE;
        }
        try (PrintWriter out = Lines.out()) {
            out.println("network " + network + ", epoch " + asked + (epoch == null ? ", which is in force" : "") + ":");
            lines.forEach(out::println);
        }
        return ExitCode.DONE;
    }

    /** The last line says where the chunk is; a single one says why it is nowhere. */
    private void print(ChunksDomain chunks, long asked, long asOf, List<String> lines) {
        Explained explained = new Explained(lines.size() == 1 ? "NOT_PLACED" : "ASSIGNED", lines.get(lines.size() - 1));
        try (PrintWriter out = Lines.out()) {
            out.println(Explanations.line(chunks, network, new Subject("chunk", chunk), asOf, explained, json -> {
                json.writeNumberField("epoch", asked);
                json.writeArrayFieldStart("lines");
                for (String line : lines) {
                    json.writeString(line);
                }
                json.writeEndArray();
            }));
        }
    }

    private Domain explaining(ChunksDomain chunks, long first, long number, List<String> lines) {
        try {
            return chunks.explaining(first, number, chunk, lines::addAll);
        } catch (IllegalArgumentException e) {
            throw new Unusable(String.valueOf(e.getMessage()));
        }
    }

    private long inForce(ChunksDomain chunks, Outputs outputs) {
        long last = chunks.inForce(outputs, network);
        if (last == 0) {
            throw new NotThere("expected a published epoch of network " + network + ", but there is none");
        }
        return last;
    }
}
