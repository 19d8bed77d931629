package dev.rota.cli.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cli.ClusterOptions;
import dev.rota.cli.VerbRun;
import dev.rota.cli.options.ExitCode;
import dev.rota.client.bot.CommandBot;
import dev.rota.client.bot.TestBot;
import dev.rota.client.process.ReaperTest;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.Tenant;
import dev.rota.trials.Full;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Submits, watches, awaits, cancels and lists jobs from a shell, and tests the messages of failures. */
@Tag("broker")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JobVerbsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private SharedCluster cluster;

    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Tenant tenant;

    @BeforeAll
    void start() throws Exception {
        ReaperTest.needSetsid();
        cluster = new SharedCluster();
        tenant = cluster.tenant(new JobsDomain());
        tenant.startReady();
    }

    @AfterAll
    void stop() throws IOException {
        if (cluster != null) {
            tenant.close();
            cluster.close();
        }
    }

    @Test
    void shouldRunAGraphInOrder() throws Exception {
        try (CommandBot bot = TestBot.start("graph", 4, folder, tenant)) {
            // given
            Path log = folder.resolve("graph.log");
            String last = "{\"job\":\"c\",\"after\":[\"a\",\"b\"],\"payload\":\"echo c >> " + log + "\"}\n";
            String first = "{\"job\":\"a\",\"payload\":\"sleep 1; echo a >> " + log + "\"}\n";
            String second = "{\"job\":\"b\",\"after\":[\"a\"],\"payload\":\"echo b >> " + log + "\"}\n";
            String failing = "{\"job\":\"d\",\"payload\":\"exit 3\"}\n{\"job\":\"e\",\"after\":[\"d\"]}\n";

            // when
            VerbRun good = typed(last + first + second, "job", "graph", "--instance", "main", "--id", "good", "-");
            VerbRun bad = typed(failing, "job", "graph", "--instance", "main", "--id", "bad", "-");

            // then
            assertThat(bot).as("the bot that ran the jobs").isNotNull();
            assertThat(good.code()).as(good.err()).isEqualTo(ExitCode.DONE);
            assertThat(Files.readAllLines(log)).containsExactly("a", "b", "c");
            assertThat(bad.code()).as(bad.err()).isEqualTo(ExitCode.DOES_NOT_HOLD);
            assertThat(bad.out()).contains("bad-d", "exit code 3", "bad-e", "DEPENDENCY_FAILED: job bad-d");
        }
    }

    @Test
    @Full
    void shouldRunALinePerJobAndKnowEachExitCode() throws Exception {
        try (CommandBot bot = TestBot.start("lines", 4, folder, tenant)) {
            // when
            VerbRun submitted = typed(
                    "exit 0\nexit 0\nexit 5\n",
                    "job",
                    "submit",
                    "--instance",
                    "main",
                    "--id",
                    "line",
                    "--payload",
                    "-");
            VerbRun waited = typed(submitted.out(), "job", "wait", "-");

            // then
            assertThat(submitted.code()).as(submitted.err()).isZero();
            assertThat(submitted.out().lines()).containsExactlyInAnyOrder("line-1", "line-2", "line-3");
            assertThat(waited.code()).isEqualTo(5);
            assertThat(waited.out().lines())
                    .hasSize(3)
                    .anyMatch(line ->
                            line.endsWith("  line-3  COMPLETED by bot lines, attempt 1, status OK, exit code 5"));

            // and a job that has ended can be watched from its beginning
            assertThat(run("job", "watch", "line-1").out().lines().map(line -> line.substring(26)))
                    .containsExactly(
                            "line-1  QUEUED, attempt 1",
                            "line-1  ASSIGNED to bot lines, attempt 1",
                            "line-1  COMPLETED by bot lines, attempt 1, status OK, exit code 0");
            assertThat(bot.failure()).isNull();
        }
    }

    @Test
    @Full
    void shouldSayThatNothingIsKnownOfAJob() {
        VerbRun one = run("job", "wait", "nope", "--timeout", "5");
        VerbRun several = run("job", "wait", "nope", "neither", "--timeout", "5");

        assertThat(one.err().lines().findFirst()).contains("rota: no event of job nope so far; waiting");
        assertThat(several.err().lines().findFirst()).contains("rota: no event of 2 jobs (nope, …) so far; waiting");
    }

    @Test
    void shouldListAndCancelWaitingJobs() {
        // given
        String[] submit = {"job", "submit", "--instance", "idle", "--require", "os=none", "--id", "waits"};
        assertThat(run(submit).out()).isEqualTo("waits\n");

        // when
        VerbRun again = run(submit);
        VerbRun listed = run("job", "list", "--instance", "idle");
        VerbRun impatient = run("job", "wait", "waits", "--timeout", "0");
        VerbRun cancelled = run("job", "cancel", "waits");
        VerbRun twice = run("job", "cancel", "waits");

        // then
        assertThat(again.code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
        assertThat(again.err()).startsWith("rota: job waits was refused: JOB_EXISTS, expected a job that is new");
        assertThat(listed.out()).endsWith("  waits  QUEUED, attempt 1\n").hasLineCount(1);
        assertThat(impatient.code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
        assertThat(impatient.err()).isEqualTo("rota: 1 of 1 jobs have not ended after 0 s\n");
        assertThat(cancelled.out()).isEqualTo("waits\n");
        assertThat(run("job", "wait", "waits").code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
        assertThat(twice.code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
        assertThat(twice.err()).startsWith("rota: job waits was refused: JOB_UNKNOWN");
        assertThat(run("job", "list", "--instance", "idle").out()).isEmpty();
    }

    @Test
    @Full
    void shouldCancelAJobOnceThatIsNamedTwice() {
        run("job", "submit", "--instance", "idle", "--require", "os=none", "--id", "named-twice");

        VerbRun cancelled = run("job", "cancel", "named-twice", "named-twice");

        assertThat(cancelled.err()).isEmpty();
        assertThat(cancelled.out()).isEqualTo("named-twice\n");
        assertThat(cancelled.code()).isZero();
    }

    @Test
    @Full
    void shouldNameThePayloadThatIsTooLarge() throws Exception {
        Path large = Files.write(folder.resolve("large"), new byte[600_000]);

        VerbRun run = run("job", "submit", "--instance", "main", "--id", "large", "--payload-file", large.toString());

        assertThat(run.code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
        assertThat(run.err())
                .isEqualTo(
                        "rota: job large was refused: VALUE_INVALID, expected a payload of at most 524288 bytes, but it"
                                + " has 600000\n");
    }

    @Test
    @Full
    void shouldReadDurationsWithUnits() {
        // when
        VerbRun submitted = run(
                "job",
                "submit",
                "--instance",
                "idle",
                "--require",
                "os=none",
                "--id",
                "timed",
                "--execution-timeout",
                "2h",
                "--queue-timeout",
                "90m");
        VerbRun sent = run("consume", "jobs.submissions", "--from-beginning", "--key", "timed", "--max", "1");
        VerbRun zero = run("job", "submit", "--instance", "idle", "--queue-timeout", "0s");

        // then
        assertThat(submitted.code()).as(submitted.err()).isZero();
        assertThat(sent.out()).contains("\"executionTimeoutMs\":7200000").contains("\"queueTimeoutMs\":5400000");
        assertThat(zero.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(zero.err()).contains("expected --queue-timeout to be at least 1 ms, but it is 0 ms");
        assertThat(run("job", "cancel", "timed").code()).isZero();
    }

    @Test
    @Full
    void shouldSayThatNoSchedulerDecides() throws IOException {
        try (Tenant idle = cluster.tenant(new JobsDomain())) {
            List<String> words = new ArrayList<>(List.of("job", "submit", "--instance", "main", "--timeout", "0"));
            words.addAll(ClusterOptions.of(idle));

            VerbRun run = VerbRun.here(words.toArray(new String[0]));

            assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
            assertThat(run.err())
                    .isEqualTo("rota: 0 jobs were decided, but 1 others were sent and not decided in 0 s: is the job"
                            + " scheduler running?\n");
        }
    }

    @Test
    void shouldRefuseWrongUseInOneLine() {
        assertThat(VerbRun.here("job").err()).contains("expected a command");
        assertThat(run("job", "submit", "--instance", "").err()).contains("expected --instance to be an id");
        assertThat(run("job", "submit", "--instance", "a", "--require", "os").err())
                .contains("expected NAME=VALUE, but it is 'os'");
        assertThat(run("job", "submit", "--instance", "a", "--payload", "x", "--payload-file", "y")
                        .err())
                .contains("but both are given");
        assertThat(run("bot", "--", "no-such-program").err())
                .isEqualTo("rota: expected a program to run, but there is no executable no-such-program\n");
        assertThat(run("bot", "--capacity", "0", "--", "sh").err()).contains("expected a capacity from 1 to 1000");
        assertThat(run("bot", "--sync", "0", "--", "sh").err()).contains("expected --sync to be longer than 0");
    }

    private VerbRun run(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        int command = all.indexOf("--");
        all.addAll(command < 0 ? all.size() : command, words.length > 1 ? ClusterOptions.of(tenant) : List.of());
        return VerbRun.here(all.toArray(new String[0]));
    }

    private VerbRun typed(String input, String... words) {
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream(input.getBytes(UTF_8)));
            return run(words);
        } finally {
            System.setIn(before);
        }
    }
}
