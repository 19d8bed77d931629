package dev.rota.cli.explain;

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
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code explain} on a cluster's log of jobs. */
@Tag("broker")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Full
class ExplainJobsTest {

    private static final String COHORTS = "linux:linux,unknown;mac:mac";

    /** A pattern for an instant with milliseconds. */
    private static final String TIME = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path folder;

    @SuppressWarnings("NullAway.Init") // start() sets it
    private VerbCluster cluster;

    /** Runs and stops the scheduler of a farm, so that only its log is left for explanations. */
    @BeforeAll
    void start() throws Exception {
        cluster = new VerbCluster("jobs", folder, "jobs.partitions=2\njobs.cohorts=" + COHORTS);
        try (DomainRun run = cluster.run()) {
            run.start();
            cluster.produce("jobs.bots", """
                    {"bot": "b1", "session": "s", "labels": ["linux"], "event": {"BotSync": {}}}
                    """);
            cluster.produce("jobs.submissions", """
                    {"job": "runs", "label": "linux", "event": {"JobSubmitted": {"instance": "a"}}}
                    """);
            until("is assigned", "runs");
            cluster.produce("jobs.submissions", """
                    {"job": "waits", "label": "linux", "event": {"JobSubmitted": {"instance": "a"}}}
                    {"job": "lacks", "label": "mac", "event": {"JobSubmitted": {"instance": "a", "requirements": [{"name": "os", "value": "mac"}]}}}
                    {"job": "ended", "label": "linux", "event": {"JobSubmitted": {"instance": "a"}}}
                    {"job": "ended", "label": "linux", "event": {"JobCancelled": {}}}
                    """);
            until("is queued", "waits");
            until("is queued", "lacks");
            until("was cancelled", "ended");
        }
        assertThat(cluster.failures()).isEmpty();
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    @Test
    void shouldSayWhyAJobRunsWhereItRuns() {
        VerbRun run = explain("runs");

        assertThat(run.code()).isEqualTo(ExitCode.DONE);
        assertThat(run.out())
                .matches("cohort linux: job runs of instance a is assigned to bot b1 since " + TIME + " \\(\\d+ ms\\),"
                        + " attempt 1, lease 1, by CAPACITY: that bot was the first by id of the healthy ones that"
                        + " matched\n");
    }

    @Test
    void shouldSayWhyAJobWaits() {
        VerbRun run = explain("waits");

        assertThat(run.code()).isEqualTo(ExitCode.DONE);
        assertThat(run.out())
                .matches("cohort linux: as of " + TIME + " job waits of instance a is queued since " + TIME
                        + " \\(\\d+ ms\\), attempt 1: 1 bot matches: 1 is full \\(of bots that are gone nothing is"
                        + " kept\\); it is looked at next at " + TIME + "\n");
    }

    @Test
    void shouldExplainInJson() throws IOException {
        JsonNode json = new ObjectMapper().readTree(explain("waits", "--json").out());
        VerbRun unknown = explain("nobody's", "--json");

        assertThat(json.fieldNames())
                .toIterable()
                .containsExactly("domain", "unit", "subject", "id", "asOf", "state", "sentence");
        assertThat(json.path("unit").asText()).isEqualTo("linux");
        assertThat(json.path("state").asText()).isEqualTo("QUEUED");
        assertThat("cohort linux: " + json.path("sentence").asText() + "\n")
                .isEqualTo(explain("waits").out());
        assertThat(unknown.code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
        assertThat(unknown.out()).isEmpty();
        assertThat(unknown.isOneLine()).isTrue();
    }

    @Test
    void shouldSayWhyAJobDoesNotRunOnABot() {
        assertThat(explain("waits", "--on", "b1").out())
                .matches(
                        "cohort linux: as of " + TIME
                                + " job waits of instance a does not run on bot b1: the bot matches, but its only slot is taken\n");
        assertThat(explain("lacks", "--on", "b1").out())
                .isEqualTo("cohort mac: job lacks cannot run on bot b1, which has no session in the cohort\n");
        assertThat(explain("runs", "--on", "b1").out()).contains("job runs of instance a is assigned to bot b1 since ");
        assertThat(explain("ended", "--on", "b1").out()).contains("job ended of instance a was cancelled");
    }

    @Test
    void shouldSayWhatABotRunsAndHowAnInstanceStands() {
        String config = cluster.config();

        assertThat(VerbRun.here("explain", "jobs", "--bot", "b1", "--config", config)
                        .out())
                .matches("cohort linux: as of " + TIME
                        + " bot b1 is OK in session s, 0 of 1 slot free; it runs job runs of"
                        + " instance a since " + TIME + "; it was last heard at " + TIME + ", and loses its session at "
                        + TIME + " at the earliest if it stays silent\n");
        assertThat(VerbRun.here("explain", "jobs", "--instance", "a", "--config", config)
                        .out())
                .matches("cohort linux: as of " + TIME + " instance a has 1 job assigned and 1 queued, with no quota\n"
                        + "cohort mac: as of " + TIME
                        + " instance a has 0 jobs assigned and 1 queued, with no quota\n");
        assertThat(VerbRun.here("explain", "jobs", "--bot", "b9", "--config", config)
                        .out())
                .isEqualTo("no cohort has bot b9: it was never seen\n");
    }

    @Test
    void shouldRefuseWrongUse() {
        for (List<String> wrong : List.of(List.<String>of(), List.of("--job", "j", "--bot", "b"))) {
            List<String> args = new ArrayList<>(List.of("explain", "jobs"));
            args.addAll(wrong);
            VerbRun run = VerbRun.here(args.toArray(String[]::new));
            assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
            assertThat(run.isOneLine()).as(run.err()).isTrue();
        }
    }

    @Test
    void shouldFindTheCohortThatKnowsTheJob() {
        VerbRun all = explain("lacks");
        VerbRun right = explain("lacks", "--cohort", "mac");
        VerbRun wrong = explain("lacks", "--cohort", "linux");

        assertThat(all.out()).startsWith("cohort mac: ").contains("the cohort has no bots");
        assertThat(right).isEqualTo(all);
        assertThat(wrong.code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
        assertThat(wrong.out()).isEqualTo("cohort linux does not have job lacks: it was never accepted there\n");
    }

    @Test
    void shouldSayHowAJobHasEnded() {
        VerbRun run = explain("ended");

        assertThat(run.code()).isEqualTo(ExitCode.DONE);
        assertThat(run.out())
                .matches("cohort linux: job ended of instance a was cancelled at " + TIME + ", attempt 1\n");
    }

    @Test
    void shouldSayThatTheJobIsUnknown() {
        VerbRun run = explain("nobody's");

        assertThat(run.code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
        assertThat(run.out()).isEqualTo("no cohort has job nobody's: it was never accepted\n");
    }

    @Test
    void shouldAnswerTheSameFromExportedEvidence() {
        String evidence = folder.resolve("evidence").toString();
        cluster.verb("audit", "export", "jobs", "--out", evidence);

        for (String job : List.of("runs", "waits", "lacks", "ended", "nobody's")) {
            assertThat(VerbRun.here(
                            "explain", "jobs", "--job", job, "--files", evidence, "--set", "jobs.cohorts=" + COHORTS))
                    .isEqualTo(explain(job));
        }
    }

    @Test
    void shouldSayWhatIsMissingOfTheLog() throws IOException {
        // given
        String evidence = folder.resolve("cut").toString();
        cluster.verb("audit", "export", "jobs", "--out", evidence);
        for (int partition = 0; partition < 2; partition++) {
            Path log = Path.of(evidence, "jobs.log-" + partition + ".jsonl");
            List<String> lines = new ArrayList<>(Files.readAllLines(log));
            lines.remove(1);
            Files.write(log, lines);
        }

        // when
        VerbRun run = VerbRun.here("explain", "jobs", "--job", "runs", "--files", evidence);

        // then
        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(run.isOneLine()).as(run.err()).isTrue();
        assertThat(run.err()).contains("expected the whole log, but jobs.log/").contains("/1 is missing");
    }

    @Test
    void shouldSayThatThereIsNoLog() {
        VerbRun run = explain("runs", "--set", "topic.prefix=nobody.");

        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(run.err()).isEqualTo("rota: expected the log nobody.jobs.log, but it does not exist\n");
    }

    private VerbRun explain(String job, String... more) {
        List<String> args = new ArrayList<>(List.of("explain", "jobs", "--job", job, "--config", cluster.config()));
        args.addAll(List.of(more));
        return VerbRun.here(args.toArray(String[]::new));
    }

    /** Repeats {@code explain} until the explanation of the job contains the text. */
    private void until(String said, String job) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        VerbRun run = explain(job);
        while (!run.out().contains(said)) {
            assertThat(System.nanoTime()).as(run + " " + cluster.failures()).isLessThan(end);
            run = explain(job);
        }
    }
}
