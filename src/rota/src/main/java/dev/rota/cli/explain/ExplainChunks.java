package dev.rota.cli.explain;

import dev.rota.audit.Replay;
import dev.rota.chunks.explain.RouteInquiry;
import dev.rota.chunks.explain.WalkInquiry;
import dev.rota.cli.cluster.RecordSource;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.io.Lines;
import dev.rota.cli.options.Domains;
import dev.rota.cli.options.ExitCode;
import dev.rota.engine.Answer;
import dev.rota.engine.Answered;
import dev.rota.engine.Domain;
import dev.rota.engine.Inquiry;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.engine.machine.ParallelThreads;
import dev.rota.serde.NotPlainJson;
import dev.rota.serde.PlainJson;
import dev.rota.settings.Settings;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Explains a chunk's placement by placing the epoch again from the log. */
@Command(
        name = "chunks",
        mixinStandardHelpOptions = true,
        description = {
            "Explains why a chunk's replicas are where they are.",
            "Prints which workers each replica met on its ring, why they refused it, and who took it.",
            "Reads the log to its end, and places the requested epoch again; earlier ones only where it depends on them.",
            "Exit code 1 if network, chunk or epoch is unknown.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = "  rota explain chunks --network demo --chunk s3://set/000000/000000-000029-30f1")
final class ExplainChunks implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

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

    @Option(
            names = "--route",
            description = {
                "Which workers readers may use for the chunk now, and what the",
                "others wait for; not with --epoch."
            })
    private boolean route;

    @Mixin
    private Explanations explanations = new Explanations();

    @Override
    public Integer call() {
        RecordSource recorded = explanations.recorded();
        Settings settings = recorded.settings();
        Domain chunks = Domains.named("chunks", settings);
        TreeMap<String, List<String>> words = new TreeMap<>();
        words.put("chunk", List.of(chunk));
        if (epoch != null) {
            words.put("epoch", List.of(epoch.toString()));
        }
        if (route && epoch != null) {
            throw new ParameterException(spec.commandLine(), "expected --route or --epoch, but both are given");
        }
        Inquiry inquiry = Explanations.inquiry(
                chunks, new Inquiry.Asked(route ? RouteInquiry.NAME : WalkInquiry.NAME, words, List.of()));
        Answered answered;
        try (Replay replay = recorded.replay(chunks, settings, Role.EXPLAIN);
                ParallelThreads parallel = ParallelThreads.onAllProcessors()) {
            answered = replay.answer(inquiry, network, parallel, Replay.Watch.NONE);
        }
        Answer answer = answered == null ? null : answered.answer();
        if (answered == null || answer == null) {
            throw new NotThere("expected network " + network + ", but the log has no record of it");
        }
        try (PrintWriter out = Lines.out()) {
            long placed = epoch(answer);
            if (explanations.isJson()) {
                out.println(Explanations.line(chunks, network, new Subject("chunk", chunk), answered, json -> {
                    json.writeNumberField("epoch", placed);
                    json.writeArrayFieldStart("lines");
                    for (String line : answer.lines()) {
                        json.writeString(line);
                    }
                    json.writeEndArray();
                }));
            } else {
                out.println("network " + network + ", epoch " + placed + (epoch == null ? ", which is in force" : "")
                        + ":");
                answer.lines().forEach(out::println);
            }
        }
        return ExitCode.DONE;
    }

    private static long epoch(Answer answer) {
        try {
            return PlainJson.parse(PlainJson.page(Objects.requireNonNull(answer.details())))
                    .path("epoch")
                    .asLong();
        } catch (NotPlainJson e) {
            throw new IllegalStateException("expected an answer in JSON, but found: " + e.sentence(), e);
        }
    }
}
