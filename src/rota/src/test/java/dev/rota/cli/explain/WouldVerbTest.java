package dev.rota.cli.explain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.cli.VerbRun;
import dev.rota.cli.options.ExitCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code would} on recorded evidence. */
class WouldVerbTest {

    private static final String COHORTS = "jobs.cohorts=linux:linux,unknown;mac:mac";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void shouldPlaceAClaim() throws IOException {
        VerbRun run = would("cores", "{\"chain\": \"demo-forward\", \"para\": 2000, \"collator\": \"ann\"}");

        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines())
                .hasSize(2)
                .anyMatch(line -> line.startsWith(
                                "chain demo-forward: if nothing else comes, the event would be"
                                        + " accepted; after it, as of block 1795172390 the claim of ann on para 2000 has been queued")
                        && line.contains("at position 3 of 3")
                        && line.contains("it is expected there in block 1795172392"))
                .contains("  cores.claim-events demo-forward: the claim of ann for para 2000 is queued for core 5");
        assertThat(run.code()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void shouldPrintJson() throws IOException {
        VerbRun run = would("cores", "{\"chain\": \"demo-forward\", \"para\": 2000, \"collator\": \"ann\"}", "--json");

        assertThat(run.out().lines()).hasSize(1);
        JsonNode json = new ObjectMapper().readTree(run.out());
        assertThat(json.fieldNames())
                .toIterable()
                .containsExactly("domain", "unit", "asOf", "state", "sentence", "details");
        assertThat(json.path("state").asText()).isEqualTo("QUEUED");
        assertThat(json.path("details").path("subject"))
                .hasToString("{\"core\":5,\"position\":3,\"ahead\":1,\"expectedBlock\":1795172392}");
        assertThat(json.path("details").path("decisions")).hasSize(1);
    }

    @Test
    void shouldPlaceAJobAndATransaction() throws IOException {
        assertThat(would(
                                "jobs",
                                "{\"job\": \"new\", \"event\": {\"JobSubmitted\": {\"instance\": \"a\"}}}",
                                "--set",
                                COHORTS)
                        .out())
                .startsWith("cohort linux: if nothing else comes, the event would be accepted; after it, as of ")
                .contains("job new of instance a is queued", "no job is ahead of it by priority");
        assertThat(would("shards", "{\"shard\": \"s1\", \"id\": \"new\", \"payload\": \"\"}")
                        .out())
                .startsWith("pool default: if nothing else comes, the event would be accepted; after it, as of ")
                .contains("transaction new of shard s1 is pending at position 12 of 12: the shard runs on worker");
    }

    @Test
    void shouldTakeAnyInput() throws IOException {
        VerbRun run = would(
                "shards",
                "{\"topic\": \"shards.controls\", \"value\": {\"event\": {\"ShardPaused\": {\"shard\": \"s1\"}}}}");

        assertThat(run.out()).contains("it is paused and stops with the report of this batch", "(PAUSED)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cores | {\"chain\": \"demo-forward\", \"para\": 2001, \"collator\": \"a\"} | chain demo-forward: if nothing else comes, the event would be rejected, ALREADY_CLAIMED: expected no other claim on para 2001, but one is queued, scheduled or on a core",
                "cores | {\"chain\": \"polkadot\", \"para\": 1, \"collator\": \"a\"} | chain polkadot: if nothing else comes, the event would be rejected, NOT_LIVE: expected a live parathread, but para 1 is none",
                "jobs  | {\"job\": \"j\", \"event\": {\"JobCancelled\": {}}} | cohort linux: if nothing else comes, the event would be rejected, JOB_UNKNOWN: expected a job that is waiting, queued or assigned, but j is not",
                "jobs  | {\"job\": \"j\", \"label\": \"nix\", \"event\": {\"JobCancelled\": {}}} | if nothing else comes, the event would be refused, NO_COHORT: expected a configured cohort, but none has the label nix",
                "shards | {\"topic\": \"shards.controls\", \"value\": {\"event\": {\"ShardPaused\": {\"shard\": \"none\"}}}} | pool default: if nothing else comes, the event would be rejected, SHARD_UNKNOWN: expected a shard",
            })
    void shouldSayWhyAnEventWouldBeRejected(String domain, String event, String sentence) throws IOException {
        String[] settings = domain.equals("jobs") ? new String[] {"--set", COHORTS} : new String[0];

        VerbRun run = would(domain, event, settings);

        assertThat(run.out()).startsWith(sentence);
        assertThat(run.out().lines()).hasSize(1);
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
    }

    @Test
    void shouldEndWithOneIfThereIsNoSuchUnit() throws IOException {
        VerbRun run = would("cores", "{\"chain\": \"none\", \"para\": 1, \"collator\": \"a\"}");

        assertThat(run.err()).isEqualTo("rota: expected chain none, but the log has no record of it\n");
        assertThat(run.code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''  | expected JSON",
                "{   | expected JSON",
                "[]  | an object",
                "{}  | field chain",
                "{} {} | expected one JSON value, but",
                "{\"topic\": \"jobs.bots\", \"value\": {}} | expected an input of cores (cores.blocks, cores.claims), but the topic is 'jobs.bots'",
                "{\"topic\": \"cores.claims\", \"value\": {}, \"time\": 1} | expected topic and value alone, but there is 'time'",
            })
    void shouldRefuseOtherInput(String text, String why) throws IOException {
        VerbRun run = would("cores", text);

        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).contains(".json: ", why);
        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
    }

    @Test
    void shouldReadStandardInput() {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream("nothing".getBytes(UTF_8)));
        try {
            VerbRun run = VerbRun.here("would", "cores", "--files", "src/rota/src/test/resources/recorded/cores-1");

            assertThat(run.err()).startsWith("rota: standard input: expected JSON, but");
            assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void shouldPlanWithListings() throws IOException {
        String listing = "{\"network\": \"demo\", \"dataset\": \"new\", \"event\": {\"%s\": {%s}}}";
        Path file = Files.writeString(
                folder.resolve("listings.json"),
                listing.formatted("ChunksListed", "\"chunks\": []") + "\n\n" + listing.formatted("DatasetRemoved", ""));
        String[] plan = {
            "chunks",
            "plan",
            "--network",
            "demo",
            "--files",
            "src/rota/src/test/resources/recorded/chunks-1",
            "--list",
            file + ""
        };

        assertThat(VerbRun.here(plan).err())
                .isEqualTo("rota: expected listings that would be accepted, but one would be rejected, CHUNK_UNKNOWN:"
                        + " expected dataset new to have chunks, but it is not there\n");
        Files.writeString(file, listing.formatted("ChunksListed", "\n\"chunks\": []"));
        assertThat(VerbRun.here(plan).out()).contains("assumed: 1 listing\n", "epoch 25 would be refused");
        Files.writeString(file, listing.formatted("ChunksListed", "\"chunks\": []") + "\n{}\n");
        assertThat(VerbRun.here(plan).err())
                .contains("listings.json, line 2: expected the value to have a field network");
        plan[3] = "hand";
        Files.writeString(file, listing.formatted("ChunksListed", "\"chunks\": []"));
        assertThat(VerbRun.here(plan).err())
                .isEqualTo("rota: expected a listing of network hand, but it is of network demo\n");
    }

    private VerbRun would(String domain, String event, String... more) throws IOException {
        Path file = Files.writeString(folder.resolve("event.json"), event);
        List<String> args = new ArrayList<>(List.of(
                "would", domain, file.toString(), "--files", "src/rota/src/test/resources/recorded/" + domain + "-1"));
        args.addAll(List.of(more));
        return VerbRun.here(args.toArray(String[]::new));
    }
}
