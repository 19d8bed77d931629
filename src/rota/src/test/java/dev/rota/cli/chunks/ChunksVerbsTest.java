package dev.rota.cli.chunks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.cli.VerbCluster;
import dev.rota.cli.VerbRun;
import dev.rota.cli.options.ExitCode;
import dev.rota.stream.DomainRun;
import dev.rota.trials.Full;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests verbs about a network's chunks on a cluster whose scheduler has stopped. */
@Tag("broker")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChunksVerbsTest {

    private static final String CHUNK = "s3://a/0000000000/0000000000-0000000009-aaaa";

    private static final String LEFT_OUT = "s3://b/0000000000/0000000000-0000000009-bbbb";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path folder;

    @SuppressWarnings("NullAway.Init") // start() sets it
    private VerbCluster cluster;

    /** Makes two published epochs and a refused one. */
    @BeforeAll
    void start() throws Exception {
        cluster = new VerbCluster("chunks", folder, "chunks.partitions=2");
        try (DomainRun run = cluster.run()) {
            run.start();
            cluster.produce("chunks.listings", """
                    {"network": "main", "dataset": "s3://a", "event": {"ChunksListed": {"chunks": [{"id": "0000000000/0000000000-0000000009-aaaa", "size": 100}, {"id": "0000000000/0000000010-0000000019-aaab", "size": 200}]}}}
                    {"network": "main", "dataset": "s3://b", "event": {"ChunksListed": {"chunks": [{"id": "0000000000/0000000000-0000000009-bbbb", "size": 100}]}}}
                    """);
            cluster.until("chunks.catalog", 2);
            cluster.produce("chunks.workers", """
                    {"network": "main", "worker": "w1", "event": {"WorkerPing": {"version": "1.0.0", "capacityBytes": 400}}}
                    {"network": "main", "worker": "w2", "event": {"WorkerPing": {"version": "1.0.0", "capacityBytes": 400}}}
                    {"network": "main", "worker": "w3", "event": {"WorkerPing": {"version": "1.0.0", "capacityBytes": 400}}}
                    """);
            cluster.until("chunks.worker-status", 3);
            cluster.produce("chunks.policies", """
                    {"network": "main", "datasets": [{"dataset": "s3://a", "segments": []}]}
                    """);
            untilPlanned("chunks: 2, left out: 1;");
            epoch(1);
            cluster.produce("chunks.listings", """
                    {"network": "main", "dataset": "s3://a", "event": {"ChunksRemoved": {"ids": ["0000000000/0000000010-0000000019-aaab"]}}}
                    {"network": "main", "dataset": "s3://a", "event": {"ChunksListed": {"chunks": [{"id": "0000000000/0000000020-0000000029-aaac", "size": 50}]}}}
                    """);
            cluster.until("chunks.catalog", 4);
            epoch(2);
            cluster.produce("chunks.policies", """
                    {"network": "main", "minReplication": 9, "datasets": [{"dataset": "s3://a", "segments": []}]}
                    """);
            untilPlanned("expected at least 9 workers");
            epoch(3);
            makeRoutes();
        }
        assertThat(cluster.failures()).isEmpty();
    }

    /** Makes another network, in which one of two workers has confirmed its chunk. */
    private void makeRoutes() throws IOException {
        cluster.produce("chunks.policies", """
                {"network": "routed", "routes": "CONFIRMED", "minReplication": 1}
                """);
        cluster.produce("chunks.listings", """
                {"network": "routed", "dataset": "s3://a", "event": {"ChunksListed": {"chunks": [{"id": "0000000000/0000000000-0000000009-aaaa", "size": 100}]}}}
                """);
        cluster.until("chunks.catalog", 5);
        cluster.produce("chunks.workers", """
                {"network": "routed", "worker": "r1", "event": {"WorkerPing": {"version": "1.0.0", "capacityBytes": 400}}}
                {"network": "routed", "worker": "r2", "event": {"WorkerPing": {"version": "1.0.0", "capacityBytes": 400}}}
                """);
        cluster.until("chunks.worker-status", 5);
        cluster.produce("chunks.requests", "{\"network\": \"routed\"}\n");
        cluster.until("chunks.epochs", 4);
        cluster.produce("chunks.workers", """
                {"network": "routed", "worker": "r1", "event": {"WorkerPing": {"version": "1.0.0", "capacityBytes": 400, "confirmedEpoch": 1}}}
                """);
        cluster.until("chunks.routes", 2);
    }

    @Test
    @Full
    void shouldKeepRoutesInAFolder() throws IOException {
        Path out = folder.resolve("routes");

        VerbRun run = cluster.about("chunks", "export", "--network", "routed", "--follow", out.toString(), "--once");

        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
        JsonNode routes = new ObjectMapper().readTree(unpacked(out.resolve("routes-2.json.gz")));
        assertThat(routes.path("shown").toString()).isEqualTo("[0]");
        assertThat(routes.path("workers").toString())
                .isEqualTo("[{\"worker\":\"r1\",\"chunks\":[0]},{\"worker\":\"r2\",\"chunks\":[]}]");
        assertThat(Files.readString(out.resolve("current.json")))
                .contains("\"view\":2,\"routes\":\"routes-2.json.gz\",\"digest\":" + routes.path("digest"));
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    @Test
    void shouldExportTheAssignmentInForce() throws IOException {
        VerbRun run = about("chunks", "export");

        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
        JsonNode export = new ObjectMapper().readTree(run.out());
        assertThat(export.path("network").asText()).isEqualTo("main");
        assertThat(export.path("epoch").asLong()).isEqualTo(2);
        assertThat(export.path("digest").asText()).hasSize(64);
        assertThat(export.path("chunks").toString())
                .isEqualTo("[{\"dataset\":\"s3://a\",\"id\":\"0000000000/0000000000-0000000009-aaaa\",\"size\":100,"
                        + "\"number\":0},{\"dataset\":\"s3://a\",\"id\":\"0000000000/0000000020-0000000029-aaac\","
                        + "\"size\":50,\"number\":3}]");
        assertThat(export.path("workers").toString())
                .isEqualTo(Stream.of("w1", "w2", "w3")
                        .map(worker -> "{\"id\":\"" + worker
                                + "\",\"status\":\"OK\",\"chunkCount\":2,\"bytes\":150,\"chunks\":[0,1]}")
                        .toList()
                        .toString()
                        .replace(", {", ",{"));
    }

    @Test
    void shouldKeepTheAssignmentInAFolder() throws IOException {
        // given what earlier ones have written, and a file of somebody else
        Path out = folder.resolve("published");
        Files.createDirectories(out);
        for (String name :
                List.of("assignment-0.json.gz", "assignment-1.json.gz", "assignment-0.json.gz.part", "mine")) {
            Files.writeString(out.resolve(name), name);
        }

        // when
        VerbRun run = about("chunks", "export", "--follow", out.toString(), "--once");

        // then
        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
        try (Stream<Path> files = Files.list(out)) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())).sorted())
                    .containsExactly("assignment-1.json.gz", "assignment-2.json.gz", "current.json", "mine");
        }
        assertThat(unpacked(out.resolve("assignment-2.json.gz")))
                .isEqualTo(about("chunks", "export").out());
        JsonNode pointer =
                new ObjectMapper().readTree(out.resolve("current.json").toFile());
        assertThat(pointer.path("asOf").asLong()).isPositive();
        assertThat(pointer.toString())
                .contains("\"network\":\"main\"", "\"epoch\":2,\"assignment\":\"assignment-2.json.gz\",\"view\":null");

        // and the folder is of this network alone
        assertWrong(
                cluster.about("chunks", "export", "--network", "other", "--follow", out.toString(), "--once"),
                "expected a folder for network other, but");
        assertDoesNotHold(
                cluster.about(
                        "chunks",
                        "export",
                        "--network",
                        "other",
                        "--follow",
                        folder.resolve("none").toString(),
                        "--once"),
                "expected a published epoch of network other, but there is none");
    }

    private static String unpacked(Path file) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }

    @Test
    @Full
    void shouldExportToAFilePlainOrCompressed() throws IOException {
        Path plain = folder.resolve("epoch.json");
        Path packed = folder.resolve("epoch.json.gz");

        VerbRun said = about("chunks", "export", "--epoch", "1");
        about("chunks", "export", "--epoch", "1", "--out", plain.toString());
        about("chunks", "export", "--epoch", "1", "--out", packed.toString());

        assertThat(plain).hasContent(said.out());
        try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(packed))) {
            assertThat(in.readAllBytes()).isEqualTo(Files.readAllBytes(plain));
        }
        assertThat(said.out()).contains("aaab").doesNotContain("aaac", "bbbb");
    }

    @Test
    @Full
    void shouldLeaveNoFileWhereThereIsNoAssignment() {
        Path file = folder.resolve("none.json");

        VerbRun refused = about("chunks", "export", "--epoch", "3", "--out", file.toString());
        VerbRun unknown = about("chunks", "export", "--epoch", "4", "--out", file.toString());
        VerbRun nobody = VerbRun.here("chunks", "export", "--network", "nobody", "--config", cluster.config());

        assertDoesNotHold(refused, "NOT_ENOUGH_CAPACITY");
        assertDoesNotHold(unknown, "chunks.epochs");
        assertDoesNotHold(nobody, "expected a published epoch of network nobody, but there is none");
        assertThat(file).doesNotExist();
        assertThat(folder.resolve("none.json.part")).doesNotExist();
    }

    @Test
    @Full
    void shouldNoticeThatPublishedRecordsAreGone() throws IOException {
        // given
        Path evidence = folder.resolve("cut");
        cluster.verb("audit", "export", "chunks", "--out", evidence.toString());
        for (int partition = 0; partition < 2; partition++) {
            Path file = evidence.resolve("chunks.assignments-" + partition + ".jsonl");
            List<String> lines = new ArrayList<>(Files.readAllLines(file));
            if (!lines.isEmpty()) {
                lines.remove(lines.size() - 1);
            }
            Files.write(file, lines);
        }
        // when
        VerbRun run = VerbRun.here("chunks", "export", "--network", "main", "--files", evidence.toString());
        // then
        assertDoesNotHold(run, "expected assignments of 3 workers of epoch 2 of network main");
    }

    @Test
    void shouldExplainAChunk() {
        VerbRun run = about("explain", "chunks", "--chunk", CHUNK);

        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
        assertThat(run.out().lines().toList())
                .startsWith(
                        "network main, epoch 2, which is in force:",
                        "chunk " + CHUNK + " has number 0, 100 bytes and weight 1; planned replicas: 3",
                        "one pass over workers: 3")
                .endsWith("held by w1, w2, w3");
    }

    @Test
    @Full
    void shouldExplainWhyThereIsNothingToWalk() {
        assertThat(about("explain", "chunks", "--chunk", LEFT_OUT).out())
                .isEqualTo("network main, epoch 2, which is in force:\nchunk " + LEFT_OUT
                        + " was listed, but the policy does not place its dataset\n");
        assertThat(about("explain", "chunks", "--chunk", CHUNK, "--epoch", "3").out())
                .contains("NOT_ENOUGH_CAPACITY");
        assertDoesNotHold(about("explain", "chunks", "--chunk", CHUNK + "x"), "never listed it");
        assertDoesNotHold(
                about("explain", "chunks", "--chunk", CHUNK, "--epoch", "9"), "expected epoch 9 of network main");
        assertDoesNotHold(
                VerbRun.here(
                        "explain",
                        "chunks",
                        "--chunk",
                        CHUNK,
                        "--network",
                        "no",
                        "--epoch",
                        "1",
                        "--config",
                        cluster.config()),
                "expected network no, but the log has no record of it");
    }

    @Test
    void shouldExplainInJson() throws IOException {
        JsonNode json = new ObjectMapper()
                .readTree(about("explain", "chunks", "--chunk", CHUNK, "--json").out());

        assertThat(json.path("domain").asText()).isEqualTo("chunks");
        assertThat(json.path("unit").asText()).isEqualTo("main");
        assertThat(json.path("subject").asText()).isEqualTo("chunk");
        assertThat(json.path("id").asText()).isEqualTo(CHUNK);
        assertThat(json.path("state").asText()).isEqualTo("ASSIGNED");
        assertThat(json.path("sentence").asText()).isEqualTo("held by w1, w2, w3");
        assertThat(json.path("epoch").asLong()).isEqualTo(2);
        assertThat(json.path("lines").get(1).asText()).isEqualTo("one pass over workers: 3");
    }

    @Test
    void shouldPlan() throws IOException {
        Path policy =
                Files.writeString(folder.resolve("policy.json"), "{\"network\": \"main\",\n \"minReplication\": 2}");

        VerbRun unchanged = about("chunks", "plan");
        VerbRun changed = about("chunks", "plan", "--policy", policy.toString(), "--remove", "w2", "--add", "w4=1000");

        assertThat(unchanged.out())
                .startsWith("network main, of which epoch 2 is in force:\n"
                        + "epoch 4 would be refused, and the assignment in force would stay: NOT_ENOUGH_CAPACITY, ");
        assertThat(changed.code()).isEqualTo(ExitCode.DONE);
        assertThat(changed.out())
                .contains("epoch 4 would be published: replicas added: 5, removed: 2, bytes moved: 450\n")
                .contains("workers: 3, reliable: 3 (before: 3)\n")
                .contains("chunks: 3, left out: 0; replicas: 9, bytes: 750\n")
                .contains("weight 1: replicas 3 planned, 3 achieved (before: 3 planned, 3 achieved)\n")
                .endsWith(
                        "fullest worker: w1, 250 of 400 bytes, 62.5 %\nemptiest worker: w4, 250 of 1000 bytes, 25.0 %\n");
    }

    /** The form on a network's page gives the same answer as the verb. */
    @Test
    @Full
    void shouldPlanOnThePagesToo() throws Exception {
        Path policy =
                Files.writeString(folder.resolve("policy.json"), "{\"network\": \"main\",\n \"minReplication\": 2}");
        try (TestPages pages = new TestPages(cluster.settings())) {
            // when
            Document unchanged = pages.answer(Map.of("question", "plan", "policy", " \r\n"));
            Document changed = pages.answer(Map.of(
                    "question",
                    "plan",
                    "policy",
                    Files.readString(policy).replace("\n", "\r\n"),
                    "remove",
                    " w2\r\n\r\n",
                    "add",
                    "w4=1000"));
            Document drained =
                    pages.answer(Map.of("question", "plan", "policy", Files.readString(policy), "drain", "w1"));

            // then
            assertThat(lines(unchanged)).isEqualTo(about("chunks", "plan").out());
            assertThat(lines(changed))
                    .isEqualTo(
                            about("chunks", "plan", "--policy", policy.toString(), "--remove", "w2", "--add", "w4=1000")
                                    .out());
            assertThat(lines(drained))
                    .isEqualTo(about("chunks", "plan", "--policy", policy.toString(), "--drain", "w1")
                            .out());
            assertThat(changed.select("tr[data-worker=w2]").text()).contains("-150 B 150 B 0 B has left");
            assertThat(changed.select("tr[data-worker=w4] [data-figure=to-fetch]")
                            .text())
                    .isEqualTo("250 B");

            // and invalid questions are rejected with a reason
            assertThat(pages.answer(Map.of("question", "plan", "remove", "w9")).text())
                    .contains("FAILED", "expected a worker in the set, but w9 is not in it");
            assertThat(pages.post(Map.of("question", "plan", "policy", "{\"rongs\": 1}"), "")
                            .body())
                    .contains("the policy: ");
            assertThat(pages.post(Map.of("question", "nonsense"), "").statusCode())
                    .isEqualTo(400);
            assertThat(pages.post(Map.of("question", "plan"), "http://elsewhere.example")
                            .statusCode())
                    .isEqualTo(403);
        }
    }

    /** The form for a chunk's placement gives the same answer as the verb, and the chunk's page then draws it. */
    @Test
    @Full
    void shouldWalkOnThePagesToo() throws Exception {
        try (TestPages pages = new TestPages(cluster.settings())) {
            // when
            Document task = pages.answer(Map.of("question", "walk", "chunk", CHUNK));
            Document chunk = pages.get("/subject?domain=chunks&unit=main&kind=chunk&id=" + CHUNK);

            // then
            List<String> verb = about("explain", "chunks", "--chunk", CHUNK)
                    .out()
                    .lines()
                    .skip(1)
                    .map(String::strip)
                    .toList();
            assertThat(lines(task).lines().toList()).isEqualTo(verb);
            for (Document page : List.of(task, chunk)) {
                assertThat(page.select("[data-figure=taker]").eachText())
                        .isEqualTo(verb.stream()
                                .filter(line -> line.endsWith(" takes it"))
                                .map(line -> line.replace(" takes it", ""))
                                .toList())
                        .hasSize(3);
                assertThat(page.select("svg.walk[role=img][aria-label^=replica 0: ]"))
                        .hasSize(1);
            }
            assertThat(pages.answer(Map.of("question", "walk", "chunk", LEFT_OUT))
                            .text())
                    .contains("the policy does not place its dataset");
            assertThat(pages.answer(Map.of("question", "walk", "chunk", CHUNK + "x"))
                            .text())
                    .contains("FAILED", "never listed it");
        }
    }

    private static String lines(Document page) {
        return page.select("ul.lines li").eachText().stream()
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    @Test
    @Full
    void shouldRefuseWhatCannotBePlanned() throws IOException {
        Path policy = Files.writeString(folder.resolve("bad.json"), "{\"network\": \"main\", \"rings\": 0}");
        Path nonsense = Files.writeString(folder.resolve("nonsense.json"), "{\"network\": \"main\", \"colour\": 0}");

        assertWrong(about("chunks", "plan", "--remove", "w9"), "expected a worker in the set, but w9 is not in it");
        assertWrong(about("chunks", "plan", "--policy", policy.toString()), "rings");
        assertWrong(about("chunks", "plan", "--policy", nonsense.toString()), "colour");
    }

    @Test
    @Full
    void shouldAnswerTheSameFromExportedEvidence() {
        String evidence = folder.resolve("evidence").toString();
        cluster.verb("audit", "export", "chunks", "--out", evidence);
        for (List<String> words : List.of(
                List.of("chunks", "export"),
                List.of("explain", "chunks", "--chunk", CHUNK),
                List.of("chunks", "plan", "--remove", "w1"))) {
            List<String> args = new ArrayList<>(words);
            args.addAll(List.of("--network", "main", "--files", evidence));
            assertThat(VerbRun.here(args.toArray(String[]::new))).isEqualTo(about(words.toArray(String[]::new)));
        }
    }

    private static void assertDoesNotHold(VerbRun run, String why) {
        assertThat(run.err()).contains(why);
        assertThat(run.isOneLine()).as(run.err()).isTrue();
        assertThat(run.code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
        assertThat(run.out()).isEmpty();
    }

    private static void assertWrong(VerbRun run, String why) {
        assertThat(run.err()).contains(why);
        assertThat(run.isOneLine()).as(run.err()).isTrue();
        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
    }

    private VerbRun about(String... words) {
        List<String> args = new ArrayList<>(List.of(words));
        args.addAll(List.of("--network", "main"));
        return cluster.about(args.toArray(String[]::new));
    }

    /** Requests an epoch and waits for it. */
    private void epoch(int number) throws IOException {
        cluster.produce("chunks.requests", "{\"network\": \"main\"}\n");
        cluster.until("chunks.epochs", number);
    }

    /**
     * Repeats a plan until it contains a text. Then the records produced so far are in the log, before any later ones.
     */
    private void untilPlanned(String said) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        VerbRun run = about("chunks", "plan");
        while (!run.out().contains(said)) {
            assertThat(System.nanoTime()).as(run + " " + cluster.failures()).isLessThan(end);
            run = about("chunks", "plan");
        }
    }
}
