package dev.rota.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.cli.VerbCluster;
import dev.rota.cli.VerbRun;
import dev.rota.cli.options.ExitCode;
import dev.rota.stream.DomainRun;
import dev.rota.trials.Full;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code explain} on a cluster's log of cores and shards. See also {@link ExplainJobsTest}. */
@Tag("broker")
class ExplainVerbsTest {

    private static final String TIME = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    @Full
    void shouldExplainCores() throws Exception {
        try (VerbCluster cluster = new VerbCluster("cores", Files.createDirectory(folder.resolve("c")), "")) {
            try (DomainRun run = cluster.run()) {
                run.start();
                for (String chain : List.of("one", "two")) {
                    cluster.produce("cores.blocks", """
                            {"chain": "%s", "number": 0, "event": {"BlockEnded": {"session": {"index": 0, "config": {"parathreadCores": 1, "schedulingLookahead": 4}, "parachains": [1000], "parathreads": [2000, 2001], "validators": ["ann", "bob"]}}}}
                            """.formatted(chain));
                }
                cluster.until("cores.forecasts", 2);
                cluster.produce("cores.claims", "{\"chain\": \"two\", \"para\": 2001, \"collator\": \"dan\"}\n");
                cluster.until("cores.claim-events", 1);
                cluster.produce(
                        "cores.blocks", "{\"chain\": \"two\", \"number\": 1, \"event\": {\"BlockStarted\": {}}}\n");
                cluster.until("cores.assignments", 1);
            }
            assertThat(cluster.failures()).isEmpty();
            String evidence = folder.resolve("c").resolve("evidence").toString();
            cluster.verb("audit", "export", "cores", "--out", evidence);

            String scheduled = "as of block 1, which is open, the claim of dan on para 2001 is scheduled on core 1 with"
                    + " group 1, attempt 1 of 1; it waits to be backed, and if this block ends without that it is dropped:"
                    + " RETRIES_EXHAUSTED, its attempts are used up";
            same(cluster, evidence, List.of("cores", "--para", "2001"), 0, """
                    chain one: as of block 0 para 2001 is a live parathread without a claim
                    chain two: %s
                    """.formatted(scheduled));
            same(
                    cluster,
                    evidence,
                    List.of("cores", "--para", "2001", "--chain", "two"),
                    0,
                    "chain two: " + scheduled + "\n");
            same(
                    cluster,
                    evidence,
                    List.of("cores", "--core", "1", "--block", "1"),
                    0,
                    "chain two: in block 1 core 1: it was scheduled to the claim of dan on para 2001 with group 1 and waits"
                            + " to be backed\n");
            same(
                    cluster,
                    evidence,
                    List.of("cores", "--para", "9"),
                    1,
                    "no chain has para 9: it is neither a parachain nor a parathread, and was never claimed\n");
            same(
                    cluster,
                    evidence,
                    List.of("cores", "--core", "1", "--chain", "no"),
                    1,
                    "chain no does not have core 1: the session has fewer cores there\n");
            JsonNode json = new ObjectMapper()
                    .readTree(cluster.about("explain", "cores", "--core", "1", "--chain", "two", "--json")
                            .out());
            assertThat(json.fieldNames())
                    .toIterable()
                    .containsExactly("domain", "unit", "subject", "id", "asOf", "state", "sentence");
            assertThat(json.path("domain").asText()
                            + json.path("unit").asText()
                            + json.path("subject").asText()
                            + json.path("id").asText())
                    .isEqualTo("corestwocore1");
            assertThat(json.path("asOf").asLong()).isPositive();
            assertThat(json.path("state").asText()).isEqualTo("SCHEDULED");
        }
    }

    /** All schedulers that are named are audited, and one that is not verified decides the exit code. */
    @Test
    @Full
    void shouldAuditAllThatAreNamed() throws Exception {
        try (VerbCluster cluster = new VerbCluster("cores", Files.createDirectory(folder.resolve("a")), "")) {
            cluster.verb("topics", "--domains", "jobs", "--apply");
            try (DomainRun run = cluster.run()) {
                run.start();
                cluster.produce(
                        "cores.blocks", "{\"chain\": \"one\", \"number\": 1, \"event\": {\"BlockStarted\": {}}}\n");
                cluster.until("cores.rejections", 1);
            }
            Path metrics = folder.resolve("audits.prom");

            VerbRun both = cluster.about("audit", "jobs", "cores", "--prometheus", metrics.toString());

            assertThat(both.code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
            assertThat(both.out().lines())
                    .containsSubsequence(
                            "jobs:",
                            "Nothing was compared: no output and no checkpoint is there to hold against the log.",
                            "cores:",
                            "Every decision is right.");
            assertThat(Files.readString(metrics))
                    .contains("rota_audit_verified{domain=\"jobs\"} 0.0", "rota_audit_verified{domain=\"cores\"} 1.0");
            List<String> verdicts = new ArrayList<>();
            for (String line : cluster.about("audit", "cores", "jobs", "--json")
                    .out()
                    .lines()
                    .toList()) {
                JsonNode report = new ObjectMapper().readTree(line);
                verdicts.add(report.path("domain").asText() + " "
                        + report.path("verdict").asText());
            }
            assertThat(verdicts).containsExactly("cores verified", "jobs nothing-compared");
            assertThat(cluster.about("audit", "cores", "cores").code()).isEqualTo(ExitCode.DONE);
        }
    }

    @Test
    @Full
    void shouldExplainShards() throws Exception {
        try (VerbCluster cluster = new VerbCluster("shards", Files.createDirectory(folder.resolve("s")), "")) {
            try (DomainRun run = cluster.run()) {
                run.start();
                cluster.produce("shards.transactions", "{\"shard\": \"paris\", \"id\": \"t1\", \"payload\": \"\"}\n");
                cluster.until("shards.states", 1);
                cluster.produce(
                        "shards.controls",
                        "{\"event\": {\"PoolPolicy\": {\"workerTimeoutMs\": 100000000}}}\n{\"event\": {\"ShardPaused\": {\"shard\": \"paris\"}}}\n");
                cluster.until("shards.states", 2);
                cluster.produce(
                        "shards.workers",
                        "{\"worker\": \"w1\", \"event\": {\"WorkerReady\": {\"slots\": 1, \"incarnation\": \"i\"}}}\n");
                cluster.produce("shards.controls", "{\"event\": {\"ShardPaused\": {\"shard\": \"oslo\"}}}\n");
                cluster.until("shards.rejections", 1);
            }
            assertThat(cluster.failures()).isEmpty();
            String evidence = folder.resolve("s").resolve("evidence").toString();
            cluster.verb("audit", "export", "shards", "--out", evidence);

            String paused = "is paused by a control with 1 pending transaction: [^\\n]+";
            sameMatching(
                    cluster,
                    evidence,
                    List.of("shards", "--shard", "paris"),
                    "pool default: as of " + TIME + " shard paris " + paused + "\n");
            sameMatching(
                    cluster,
                    evidence,
                    List.of("shards", "--transaction", "t1", "--pool", "default"),
                    "pool default: as of " + TIME + " transaction t1 of shard paris is pending at position 1 of 1: the"
                            + " shard " + paused + "\n");
            same(
                    cluster,
                    evidence,
                    List.of("shards", "--shard", "oslo"),
                    1,
                    "no pool has shard oslo: no transaction of it was ever accepted, or a stateless pool has forgotten"
                            + " it, as all is done\n");
            JsonNode json = new ObjectMapper()
                    .readTree(cluster.about("explain", "shards", "--shard", "paris", "--json")
                            .out());
            assertThat(json.path("state").asText()).isEqualTo("PAUSED");
            assertThat(json.path("sentence").asText()).matches(".+ " + paused);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cores                          | --para",
                "cores --para x                 | '--para'",
                "cores --para -1                | expected para",
                "cores --para 1 --core 1        | '--'",
                "cores --block 1                | '--core'",
                "cores --core 1 --block -2      | expected --block of at least 0",
                "shards                         | '--'",
                "shards --shard a --worker b    | '--'",
            })
    void shouldRefuseWrongUse(String words, String why) {
        List<String> args = new ArrayList<>(List.of("explain"));
        args.addAll(List.of(words.split(" +")));

        VerbRun run = VerbRun.here(args.toArray(String[]::new));

        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(run.isOneLine()).as(run.err()).isTrue();
        assertThat(run.err()).contains(why);
    }

    private static void same(VerbCluster cluster, String evidence, List<String> words, int code, String out) {
        VerbRun run = ask(cluster, evidence, words);

        assertThat(run.out()).as(run.err()).isEqualTo(out);
        assertThat(run.code()).isEqualTo(code);
    }

    private static void sameMatching(VerbCluster cluster, String evidence, List<String> words, String out) {
        VerbRun run = ask(cluster, evidence, words);

        assertThat(run.out()).as(run.err()).matches(out);
        assertThat(run.code()).isEqualTo(ExitCode.DONE);
    }

    /** Runs the verb on the cluster and on its evidence, which must give the same answer. */
    private static VerbRun ask(VerbCluster cluster, String evidence, List<String> words) {
        List<String> args = new ArrayList<>(List.of("explain"));
        args.addAll(words);
        VerbRun run = cluster.about(args.toArray(String[]::new));
        args.addAll(List.of("--files", evidence));
        assertThat(VerbRun.here(args.toArray(String[]::new))).isEqualTo(run);
        return run;
    }
}
