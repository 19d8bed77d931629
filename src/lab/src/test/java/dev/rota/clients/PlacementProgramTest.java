package dev.rota.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.cli.VerbRun;
import dev.rota.cli.options.ExitCode;
import dev.rota.testing.Dice;
import dev.rota.trials.Full;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs the program of schemas/chunks/PLACEMENT.md, which uses no information about Rota except that page, and compares
 * its digests of epochs.
 */
@Full
class PlacementProgramTest {

    private static final String PROGRAM = "schemas/chunks/placement.py";
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @BeforeAll
    static void findPython() throws InterruptedException {
        boolean found;
        try {
            found = new ProcessBuilder("python3", "--version")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            found = false;
        }
        if (Boolean.getBoolean("clients.required")) {
            assertThat(found).as("python3 on the PATH").isTrue();
        }
        assumeTrue(found, "skipped: the placement program is not run, for there is no python3");
    }

    /** Each history has 10,000 chunks, with weights, versions and unreliable workers. */
    @ParameterizedTest
    @CsvSource({
        "REPLICA_MAJOR, 0.95, false, 1",
        "REPLICA_MAJOR, 0.95, true, 2",
        "CHUNK_MAJOR, 0.6, false, 3",
        "CHUNK_MAJOR, 0.6, true, 4",
    })
    void shouldRecomputeTheDigest(String order, double saturation, boolean reference, long seed) throws Exception {
        Path history = folder.resolve("history.jsonl");
        Files.write(history, history(order, saturation, reference, new Dice(seed)));

        JsonNode epoch = epoch(history);

        assertThat(epoch.path("status").asText()).isEqualTo("PUBLISHED");
        assertThat(epoch.path("chunks").asInt()).isEqualTo(10_000);
        assertThat(epoch.path("workers").asInt() - epoch.path("reliable").asInt())
                .isPositive();
        assertThat(recomputed(history)).isEqualTo(epoch.path("targetDigest").asText());
    }

    @Test
    void shouldPlaceTheExampleOfThePage() throws Exception {
        List<String> lines = new ArrayList<>();
        lines.add(line("policies", 1, "{\"network\":\"n\",\"minReplication\":2,\"rings\":2}"));
        for (String worker : List.of("a", "b", "c")) {
            lines.add(line("workers", 2, ping(worker, "null", 101)));
        }
        lines.add(line("listings", 3, listed("d", "{\"id\":\"0000000000/0000000000-0000000009-x\",\"size\":100}")));
        lines.add(line("requests", 4, "{\"network\":\"n\"}"));
        Path history = Files.write(folder.resolve("history.jsonl"), lines);

        String digest = epoch(history).path("digest").asText();

        assertThat(recomputed(history)).isEqualTo(digest);
        assertThat(Files.readString(Path.of("schemas/chunks/PLACEMENT.md"))).contains("the digest is `" + digest + "`");
    }

    private static List<String> history(String order, double saturation, boolean reference, Dice dice) {
        List<String> lines = new ArrayList<>();
        lines.add(line("policies", 1_000, """
                {"network":"n","minReplication":2,"rings":500,"order":"%s","saturation":%s,"referenceDigest":%s,\
                "datasets":[{"dataset":"s3://a","segments":[{"from":0},{"from":100000,"weight":3,"minVersion":"1.1.0"},\
                {"from":-50000,"weight":6}]},{"dataset":"s3://b","segments":[]}]}""".formatted(order, saturation, reference)));
        for (int i = 0; i < 60; i++) {
            String worker = i % 3 == 0 ? String.format(Locale.ROOT, "0x%06x", i * 9_377) : "worker-" + i;
            String version = "\"" + dice.of("1.0.0", "1.1.0", "1.2.0-rc.1", "1.1.0-rc.1+b7", "2.0.0") + "\"";
            lines.add(line("workers", 2_000, ping(worker, version, 2_000_000 + dice.below(2_000_000))));
            if (i % 9 == 4) {
                lines.add(line("workers", 2_001, """
                        {"network":"n","worker":"%s","event":{"WorkerFlagged":{"flagged":true}}}""".formatted(worker)));
            }
        }
        for (String dataset : List.of("s3://a", "s3://b")) {
            for (int some = 0; some < 5_000; some += 500) {
                List<String> chunks = new ArrayList<>();
                for (int i = some; i < some + 500; i++) {
                    chunks.add(String.format(
                            Locale.ROOT,
                            "{\"id\":\"0000000000/%010d-%010d-%x\",\"size\":%d}",
                            i * 50,
                            i * 50 + 49,
                            i,
                            dice.below(3_000)));
                }
                lines.add(line("listings", 3_000, listed(dataset, String.join(",", chunks))));
            }
        }
        lines.add(line("requests", 4_000, "{\"network\":\"n\"}"));
        return lines;
    }

    private static String line(String topic, long time, String value) {
        return "{\"topic\":\"chunks." + topic + "\",\"time\":" + time + ",\"value\":" + value + "}";
    }

    private static String ping(String worker, String version, long capacity) {
        return "{\"network\":\"n\",\"worker\":\"" + worker + "\",\"event\":{\"WorkerPing\":{\"version\":" + version
                + ",\"capacityBytes\":" + capacity + "}}}";
    }

    private static String listed(String dataset, String chunks) {
        return "{\"network\":\"n\",\"dataset\":\"" + dataset + "\",\"event\":{\"ChunksListed\":{\"chunks\":[" + chunks
                + "]}}}";
    }

    /** Returns the last epoch that Rota decides, and leaves all decisions in a file. */
    private JsonNode epoch(Path history) throws IOException {
        VerbRun run = VerbRun.here("simulate", "chunks", history.toString());
        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
        Files.writeString(folder.resolve("decisions.jsonl"), run.out());
        JsonNode last = JSON.nullNode();
        for (String line : run.out().lines().toList()) {
            JsonNode decision = JSON.readTree(line);
            if (decision.path("topic").asText().equals("chunks.epochs")) {
                last = decision.path("value");
            }
        }
        return last;
    }

    private String recomputed(Path history) throws IOException, InterruptedException {
        Process program = new ProcessBuilder(
                        "python3",
                        PROGRAM,
                        history.toString(),
                        folder.resolve("decisions.jsonl").toString())
                .redirectErrorStream(true)
                .start();
        String printed = new String(program.getInputStream().readAllBytes(), UTF_8).strip();
        assertThat(program.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return printed;
    }
}
