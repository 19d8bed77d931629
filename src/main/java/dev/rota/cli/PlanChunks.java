package dev.rota.cli;

import dev.rota.audit.Outputs;
import dev.rota.audit.Replay;
import dev.rota.chunks.ChunksDomain;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.ParallelThreads;
import dev.rota.serde.NotPlainJson;
import dev.rota.serde.PlainJson;
import dev.rota.settings.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what a network's next epoch would change if it were made now; publishes nothing. */
@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        description = {
            "Previews what the next epoch would change; publishes nothing.",
            "Compares with the assignment in force, given other workers or another policy.",
            "The log's last record is taken as now; silence since then is not seen.",
            "The cluster is that of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = "  rota chunks plan --network demo --remove worker-01 --add worker-17=40000000000")
final class PlanChunks implements Callable<Integer> {

    @Option(names = "--network", required = true, paramLabel = "N", description = "The network.")
    private String network = "";

    @Option(names = "--remove", paramLabel = "W", description = "Without this worker; may be repeated.")
    private List<String> removed = List.of();

    @Option(
            names = "--add",
            paramLabel = "W=BYTES",
            description = "With this worker, or with this capacity; may be repeated. A new worker is online, its"
                    + " version unknown.")
    private List<String> added = List.of();

    @Option(
            names = "--drain",
            paramLabel = "W",
            description = "Drain this worker, and foretell epochs and bytes until it is empty, if each epoch is"
                    + " confirmed before the next; may be repeated.")
    private List<String> drained = List.of();

    @Nullable
    @Option(names = "--policy", paramLabel = "FILE", description = "By this PlacementPolicy, in plain JSON.")
    private Path policy;

    @Mixin
    private RecordSource recorded = new RecordSource();

    @Override
    public Integer call() throws IOException {
        Settings settings = recorded.settings();
        ChunksDomain chunks = (ChunksDomain) Domains.named("chunks", settings);
        Map<String, Long> capacities = capacities();
        @Nullable SpecificRecord supposed = policy == null ? null : policy(policy);
        long inForce;
        long first;
        try (Outputs outputs = recorded.outputs(chunks, settings, Role.CHUNKS)) {
            inForce = chunks.inForce(outputs, network);
            first = chunks.firstToDecide(outputs, network, inForce);
        }
        List<String> lines;
        try (Replay replay = recorded.replay(chunks.placing(first, inForce), settings, Role.CHUNKS);
                ParallelThreads parallel = ParallelThreads.onAllProcessors()) {
            Replay.Replayed now = replay.unit(network, parallel, (decision, chain) -> {});
            if (now == null) {
                throw new NotThere("expected network " + network + ", but the log has nothing of it");
            }
            lines = planned(
                    () -> chunks.plan(now.tables(), now.now(), removed, capacities, drained, supposed, parallel));
        }
        try (PrintWriter out = Lines.out()) {
            out.println("network " + network
                    + (inForce == 0
                            ? ", of which no epoch is in force:"
                            : ", of which epoch " + inForce + " is in force:"));
            lines.forEach(out::println);
        }
        return Main.DONE;
    }

    private static List<String> planned(Supplier<List<String>> plan) {
        try {
            return plan.get();
        } catch (IllegalArgumentException e) {
            throw new Unusable(String.valueOf(e.getMessage()));
        }
    }

    private Map<String, Long> capacities() {
        Map<String, Long> capacities = new LinkedHashMap<>();
        for (String pair : added) {
            int equals = pair.lastIndexOf('=');
            try {
                capacities.put(pair.substring(0, Math.max(0, equals)), Long.parseLong(pair.substring(equals + 1)));
            } catch (NumberFormatException e) {
                throw new Unusable("expected --add WORKER=BYTES, but it is '" + pair + "'");
            }
            if (equals < 1) {
                throw new Unusable("expected --add WORKER=BYTES, but it is '" + pair + "'");
            }
        }
        return capacities;
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
