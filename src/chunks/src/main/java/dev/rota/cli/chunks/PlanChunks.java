package dev.rota.cli.chunks;

import dev.rota.audit.Replay;
import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.cli.cluster.RecordSource;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.io.Lines;
import dev.rota.cli.options.Domains;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.engine.Answer;
import dev.rota.engine.Answered;
import dev.rota.engine.Domain;
import dev.rota.engine.Inquiry;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.machine.ParallelThreads;
import dev.rota.serde.NotPlainJson;
import dev.rota.serde.PlainJson;
import dev.rota.settings.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the changes of a network's next epoch if it were made now. Publishes nothing. */
@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        description = {
            "Previews what the next epoch would change; publishes nothing.",
            "Compares with the assignment in force, given other workers, another policy or more chunks.",
            "The time of the log's last record is taken as now; silence since then has no effect.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  rota chunks plan --network demo --remove worker-01 --add worker-17=40000000000",
            "  rota chunks plan --network demo --list listings.jsonl --epochs 5"
        })
final class PlanChunks implements Callable<Integer> {

    @Option(names = "--network", required = true, paramLabel = "N", description = "The network.")
    private String network = "";

    @Option(names = "--remove", paramLabel = "W", description = "Plan without this worker; may be repeated.")
    private List<String> removed = List.of();

    @Option(
            names = "--add",
            paramLabel = "W=BYTES",
            description = "Plan with this worker, or with this capacity; may be repeated. A new worker is online, its"
                    + " version unknown.")
    private List<String> added = List.of();

    @Option(
            names = "--drain",
            paramLabel = "W",
            description = "Drain this worker, and predict epochs and bytes until it is empty, if each epoch is"
                    + " confirmed before the next; may be repeated.")
    private List<String> drained = List.of();

    @Nullable
    @Option(
            names = "--list",
            paramLabel = "FILE",
            description = "Plan with these listings accepted: a ListingEvent in plain JSON, or one in each line.")
    private Path listings;

    @Nullable
    @Option(
            names = "--epochs",
            paramLabel = "N",
            description = "Predict N epochs, if each is confirmed before the next; with --drain, at most N.")
    private Integer epochs;

    @Nullable
    @Option(names = "--policy", paramLabel = "FILE", description = "Plan by this PlacementPolicy, in plain JSON.")
    private Path policy;

    @Mixin
    private RecordSource recorded = new RecordSource();

    @Override
    public Integer call() throws IOException {
        Settings settings = recorded.settings();
        ChunksDomain chunks = (ChunksDomain) Domains.named("chunks", settings);
        Inquiry inquiry = inquiry(chunks);
        Answered answered;
        try (Replay replay = recorded.replay(chunks, settings, Role.of(chunks.planner()));
                ParallelThreads parallel = ParallelThreads.onAllProcessors()) {
            answered = replay.answer(inquiry, network, parallel, Replay.Watch.NONE);
        } catch (IllegalArgumentException e) {
            throw new Unusable(String.valueOf(e.getMessage()));
        }
        Answer answer = answered == null ? null : answered.answer();
        if (answer == null) {
            throw new NotThere("expected network " + network + ", but the log has no record of it");
        }
        try (PrintWriter out = Lines.out()) {
            answer.lines().forEach(out::println);
        }
        return ExitCode.DONE;
    }

    private Inquiry inquiry(Domain chunks) throws IOException {
        try {
            return chunks.inquiry(asked());
        } catch (IllegalArgumentException e) {
            throw new Unusable(String.valueOf(e.getMessage()));
        }
    }

    private Inquiry.Asked asked() throws IOException {
        TreeMap<String, List<String>> words = new TreeMap<>();
        words.put("remove", removed);
        words.put("add", added);
        words.put("drain", drained);
        if (epochs != null) {
            words.put("epochs", List.of(epochs.toString()));
        }
        List<SpecificRecord> assumed = new ArrayList<>();
        if (policy != null) {
            assumed.add(policy(policy));
        }
        if (listings != null) {
            assumed.addAll(listings(listings));
        }
        return new Inquiry.Asked("plan", words, assumed);
    }

    /** Reads one listing in a file that may have line breaks in it, or a listing in each line. */
    private static List<SpecificRecord> listings(Path file) throws IOException {
        List<String> lines;
        try (BufferedReader reader = Lines.from(file)) {
            lines = reader.lines().toList();
        }
        Schema schema = Domains.schema("chunks.listings");
        List<SpecificRecord> listings = new ArrayList<>();
        int number = 0;
        try {
            if (!isWhole(
                    lines.stream().filter(line -> !line.isBlank()).findFirst().orElse(""))) {
                return List.of(PlainJson.read(schema, PlainJson.parse(String.join("\n", lines))));
            }
            for (String line : lines) {
                number++;
                if (!line.isBlank()) {
                    listings.add(PlainJson.read(schema, PlainJson.parse(line)));
                }
            }
        } catch (NotPlainJson e) {
            throw new Unusable(file + (number == 0 ? "" : ", line " + number) + ": " + e.sentence());
        }
        return listings;
    }

    private static boolean isWhole(String line) {
        try {
            return PlainJson.parse(line).isObject();
        } catch (NotPlainJson e) {
            return false;
        }
    }

    private static SpecificRecord policy(Path file) throws IOException {
        try (BufferedReader lines = Lines.from(file)) {
            String text = lines.lines().collect(Collectors.joining("\n"));
            return PlainJson.read(Domains.schema("chunks.policies"), PlainJson.parse(text));
        } catch (NotPlainJson e) {
            throw new Unusable(file + ": " + e.sentence());
        }
    }
}
