package dev.rota.cli.audit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.cli.VerbRun;
import dev.rota.cli.options.ExitCode;
import dev.rota.engine.Version;
import dev.rota.engine.log.LogFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the output of {@code rota audit} on recorded evidence. */
class AuditVerbTest {

    private static final Path RECORDED = Path.of("src/rota/src/test/resources/recorded/cores-1");
    private static final String FORWARD = "cdb36274637a45b4512bef13f11ca3c20846e04c9a5fcc8cb576f3d9a034408f";
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Path evidence;

    @BeforeEach
    void copy() throws IOException {
        evidence = Files.createDirectory(folder.resolve("evidence"));
        try (Stream<Path> files = Files.list(RECORDED)) {
            for (Path file : files.toList()) {
                Files.copy(file, evidence.resolve(file.getFileName()));
            }
        }
    }

    @Test
    void shouldEscapeLineBreaksInIds() throws IOException {
        append("cores.claim-events-3.jsonl", record -> {
            String unit = "zz: 9 log records; chain \u001b[2J: verified\nEvery decision is right.\u2028\u202e";
            for (JsonNode header : record.path("headers")) {
                if (header.path("name").asText().equals("rota-unit")) {
                    ((ObjectNode) header).put("value", Base64.getEncoder().encodeToString(unit.getBytes(UTF_8)));
                }
            }
        });

        VerbRun run = audit();

        assertThat(run.code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
        assertThat(run.out()).doesNotContain("\u001b", "\u2028", "\u202e").contains("\\u000aEvery decision is right.");
        assertThat(run.out().lines()).noneMatch(line -> line.startsWith("Every decision"));
        assertThat(run.out()).endsWith("The evidence does not hold.\n");
    }

    @Test
    void shouldNameTheBuildsOfRulesAndCheckpoints() throws IOException {
        // given
        writtenBy("0.0.9+abcd", "cores.checkpoints-1.jsonl");
        announcedBy("0.1.0+1234", "cores.log-1.jsonl");

        // when
        VerbRun run = audit();

        // then other builds are named, and the chains cover the build that announced rules
        assertThat(run.code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
        assertThat(run.out())
                .contains(
                        "  by build 0.0.9+abcd: 1 checkpoints, offsets 424 to 424\n",
                        "  by build 0.1.0+1234: rules 1 announced at offset 0\n",
                        "This is build " + Version.OF_JAR + ", and the evidence names others: 0.0.9+abcd, 0.1.0+1234",
                        ". Before version 1.0, builds may decide differently under the same rules");
    }

    @Test
    void shouldNotWarnOfOtherBuildsIfTheyDecidedAlike() throws IOException {
        // given
        writtenBy("0.0.9+abcd", "cores.checkpoints-1.jsonl");

        // then
        assertThat(audit().out())
                .contains("  by build 0.0.9+abcd: ")
                .doesNotContain("This is build")
                .endsWith("Every decision is right.\n");
        JsonNode build = json().path("partitions").path(3).path("builds").path(0);
        assertThat(build.path("build").asText()).isEqualTo("0.0.9+abcd");
        assertThat(build.path("rules").asInt()).isZero();
        assertThat(build.path("rulesAt").asInt()).isEqualTo(-1);
        assertThat(build.path("checkpoints").asInt()).isEqualTo(1);
        assertThat(build.path("from").asLong()).isEqualTo(424);
        assertThat(build.path("to").asLong()).isEqualTo(424);
    }

    /** Changes the build in checkpoints to another of as many letters. */
    private void writtenBy(String build, String file) throws IOException {
        List<String> changed = new ArrayList<>();
        for (String line : Files.readAllLines(evidence.resolve(file))) {
            ObjectNode record = (ObjectNode) JSON.readTree(line);
            String value =
                    new String(Base64.getDecoder().decode(record.path("value").asText()), ISO_8859_1);
            assertThat(value).contains("unreleased");
            record.put(
                    "value",
                    Base64.getEncoder()
                            .encodeToString(value.replace("unreleased", build).getBytes(ISO_8859_1)));
            changed.add(JSON.writeValueAsString(record));
        }
        Files.write(evidence.resolve(file), changed);
    }

    /** Adds a build to the rules record with which a log begins. */
    private void announcedBy(String build, String file) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(evidence.resolve(file)));
        ObjectNode record = (ObjectNode) JSON.readTree(lines.get(0));
        ((ArrayNode) record.path("headers"))
                .addObject()
                .put("name", LogFormat.BUILD)
                .put("value", Base64.getEncoder().encodeToString(build.getBytes(UTF_8)));
        lines.set(0, JSON.writeValueAsString(record));
        Files.write(evidence.resolve(file), lines);
    }

    @Test
    void shouldSayThatNothingWasCompared() throws IOException {
        try (Stream<Path> files = Files.list(evidence)) {
            for (Path file : files.toList()) {
                String name = String.valueOf(file.getFileName());
                if (name.matches(
                        "cores\\.(assignments|forecasts|groups|claim-events|duties|rejections|checkpoints)-.*")) {
                    Files.write(file, new byte[0]);
                }
            }
        }

        VerbRun run = audit();

        assertThat(run.code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
        assertThat(run.out()).contains("Nothing was compared", "pending").doesNotContain("is right");
        assertThat(json().path("verdict").asText()).isEqualTo("nothing-compared");
        assertThat(json().path("pending").asLong()).isEqualTo(757);
    }

    /** Records without decisions at the end of a log partition are not pending: nothing is missing. */
    @Test
    void shouldSayThatLaterRecordsNeedNoDecision() throws IOException {
        VerbRun run = VerbRun.here("audit", "chunks", "--files", "src/rota/src/test/resources/recorded/chunks-1");
        VerbRun inJson =
                VerbRun.here("audit", "chunks", "--files", "src/rota/src/test/resources/recorded/chunks-1", "--json");

        assertThat(run.out())
                .contains("log offsets 0 to 9 recomputed, 7 later ones need no decision\n")
                .doesNotContain("pending");
        assertThat(JSON.readTree(inJson.out()).path("pending").asLong()).isEqualTo(7);
        assertThat(JSON.readTree(inJson.out()).path("undecided").asLong()).isZero();
    }

    @Test
    void shouldSayThatNothingWasComparedOfAnUnknownUnit() {
        VerbRun run = audit("--unit", "nix\n");

        assertThat(run.code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
        assertThat(run.out()).contains("Nothing was compared: no output of the unit 'nix\\u000a'");
    }

    @Test
    void shouldPrintOneJsonObject() throws IOException {
        JsonNode report = json();

        assertThat(report.path("verdict").asText()).isEqualTo("verified");
        assertThat(report.path("compared").path("decisions").asLong()).isEqualTo(1_340);
        assertThat(report.path("compared").path("checkpoints").asLong()).isEqualTo(7);
        JsonNode partition = report.path("partitions").path(3);
        assertThat(partition.path("from").asLong()).isZero();
        assertThat(partition.path("to").asLong()).isEqualTo(432);
        assertThat(partition.path("sources").path("compared").asLong()).isEqualTo(422);
        JsonNode unit = partition.path("units").path(1);
        assertThat(unit.path("unit").asText()).isEqualTo("demo-forward");
        assertThat(unit.path("chain").asText()).isEqualTo(FORWARD);
        assertThat(unit.path("seq").asLong()).isPositive();
        assertThat(unit.path("verdict").asText()).isEqualTo("verified");
        assertThat(unit.path("divergence").isNull()).isTrue();
    }

    @Test
    void shouldWriteItsResultForPrometheus() throws IOException {
        // given
        Path file = folder.resolve("cores.prom");
        Files.writeString(file, "what an earlier audit wrote");
        Set<PosixFilePermission> usual = Files.getPosixFilePermissions(file);

        // when
        VerbRun run = audit("--prometheus", file.toString(), "--json");

        // then
        assertThat(run.code()).isEqualTo(ExitCode.DONE);
        JsonNode report = JSON.readTree(run.out());
        assertThat(Files.readString(file).lines().filter(line -> !line.startsWith("#")))
                .contains(
                        "rota_audit_verified{domain=\"cores\"} 1.0",
                        "rota_audit_decisions{domain=\"cores\"} "
                                + report.path("compared").path("decisions").asDouble())
                .filteredOn(line -> line.startsWith("rota_audit_offset"))
                .containsExactlyInAnyOrderElementsOf(offsets(report));
        // the collector, which runs as another user, may read the file if it may read other files here
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(usual);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(Path::getFileName).map(String::valueOf)).noneMatch(name -> name.endsWith(".tmp"));
        }
    }

    private static List<String> offsets(JsonNode report) {
        List<String> offsets = new ArrayList<>();
        for (JsonNode partition : report.path("partitions")) {
            offsets.add("rota_audit_offset{domain=\"cores\",partition=\""
                    + partition.path("partition").asInt() + "\"} "
                    + partition.path("to").asDouble());
        }
        return offsets;
    }

    @Test
    void shouldReportADivergenceToPrometheus() throws IOException {
        // given
        Path file = folder.resolve("cores.prom");
        edit("cores.claim-events-3.jsonl", lines -> lines.remove(100));

        // when
        VerbRun run = audit("--prometheus", file.toString());

        // then
        assertThat(run.code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
        assertThat(Files.readString(file)).contains("rota_audit_verified{domain=\"cores\"} 0.0");
    }

    @Test
    void shouldRequireAFolderForPrometheus() {
        VerbRun run = audit("--prometheus", folder.resolve("none/cores.prom").toString());

        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(run.err().lines()).singleElement().asString().contains("in a folder that exists");
    }

    @Test
    void shouldPrintADivergenceAsJson() throws IOException {
        edit("cores.claim-events-3.jsonl", lines -> lines.remove(100));

        JsonNode report = json();

        JsonNode unit = report.path("partitions").path(3).path("units").path(1);
        assertThat(report.path("verdict").asText()).isEqualTo("diverges");
        assertThat(unit.path("verdict").asText()).isEqualTo("diverges");
        assertThat(unit.path("divergence").path("at").asText()).startsWith("cores.claim-events/3");
        assertThat(unit.path("divergence").path("what").asText()).contains("missing");
        assertThat(unit.path("divergence").path("there").isNull()).isTrue();
        assertThat(unit.path("divergence").path("expected").asText()).contains("rota-seq=");
    }

    @Test
    void shouldFindAnExpectedHead() {
        VerbRun run = audit("--expect-head", "demo-forward=" + FORWARD);

        assertThat(run.code()).isEqualTo(ExitCode.DONE);
        assertThat(run.out()).contains("expected head demo-forward=" + FORWARD + ": found after cores.log/3/");
    }

    @Test
    void shouldFailWithoutAnExpectedHead() {
        VerbRun run = audit(
                "--expect-head", "demo-forward=" + FORWARD, "--expect-head", "a=b=" + FORWARD.replace('1', '2') + "@5");

        assertThat(run.code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
        assertThat(run.out()).contains("NOT FOUND").endsWith("The evidence does not hold.\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo-forward", "demo-forward=", "demo-forward=12", "=", "u=zz@1", "u=" + FORWARD + "@-1"})
    void shouldRefuseAMalformedHead(String text) {
        VerbRun run = audit("--expect-head", text);

        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(run.isOneLine()).as(run.err()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"end\" : 432", "\"partition\" : 3", "\"begin\" : 0"})
    void shouldRefuseAHostileManifestInOneLine(String claim) throws IOException {
        Path manifest = evidence.resolve("evidence.json");
        String field = claim.substring(0, claim.indexOf(':') + 1);
        String text = Files.readString(manifest);
        assertThat(text).contains(claim);
        Files.writeString(manifest, text.replace(claim, field + " 9223372036854775808"));

        VerbRun run = audit();

        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(run.isOneLine()).as(run.err()).isTrue();
    }

    /** Progress is printed to terminals only. */
    @Test
    void shouldKeepStandardErrorClean() {
        assertThat(audit().err()).isEmpty();
    }

    private VerbRun audit(String... more) {
        List<String> words = new ArrayList<>(List.of("audit", "cores", "--files", evidence.toString()));
        words.addAll(List.of(more));
        return VerbRun.here(words.toArray(String[]::new));
    }

    private JsonNode json() throws IOException {
        VerbRun run = audit("--json");
        assertThat(run.out().lines()).hasSize(1);
        return JSON.readTree(run.out());
    }

    private interface Edit {
        void edit(List<String> lines) throws IOException;
    }

    private interface RecordEdit {
        void edit(ObjectNode record);
    }

    private void edit(String file, Edit edit) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(evidence.resolve(file)));
        edit.edit(lines);
        Files.write(evidence.resolve(file), lines);
    }

    /** Adds a changed copy of the last record, in the gap of the transaction marker after it. */
    private void append(String file, RecordEdit change) throws IOException {
        edit(file, lines -> {
            ObjectNode record = (ObjectNode) JSON.readTree(lines.get(lines.size() - 1));
            record.put("offset", record.path("offset").asLong() + 1);
            change.edit(record);
            lines.add(record.toString());
        });
    }
}
