package dev.rota.client.bot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.client.process.Commands;
import dev.rota.client.process.ReaperTest;
import dev.rota.jobs.BotClosed;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotStatus;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.InstanceQuota;
import dev.rota.jobs.JobCancelled;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobStateKind;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.PolicyEvent;
import dev.rota.jobs.Victims;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a bot with the real scheduler: commands run, exit codes are reported, and commands of lost leases are stopped.
 */
@Tag("broker")
class CommandBotTest {

    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static SharedCluster cluster;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Tenant tenant;

    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private TopicTail events;

    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private TopicTail said;

    private final List<JobStateEvent> seen = new ArrayList<>();
    private final List<BotEvent> heard = new ArrayList<>();

    @BeforeAll
    static void startCluster() {
        ReaperTest.needSetsid();
        cluster = new SharedCluster();
    }

    @AfterAll
    static void closeCluster() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @BeforeEach
    void open() throws Exception {
        tenant = cluster.tenant(new JobsDomain());
        events = tenant.tail(JobsTopics.EVENTS.topic());
        said = tenant.tail(JobsTopics.BOTS);
        tenant.startReady();
    }

    @AfterEach
    void close() throws IOException {
        tenant.close();
    }

    @Test
    void shouldRunACommandOnThePayloadAndReportItsExitCode() throws Exception {
        try (CommandBot bot = bot("b", 2)) {
            // when
            submit(
                    "ok",
                    "main",
                    "echo $ROTA_JOB of $ROTA_INSTANCE, $ROTA_COHORT, attempt $ROTA_ATTEMPT; cat >/dev/null");
            submit("three", "main", "exit 3");

            // then
            assertThat(end("ok").getExitCode()).isZero();
            assertThat(end("three").getExitCode()).isEqualTo(3);
            assertThat(end("three").getKind()).isEqualTo(JobStateKind.COMPLETED);
            assertThat(output("ok")).isEqualTo("ok of main, default, attempt 1\n");
            Await.until(
                    "counted",
                    () -> bot.figures().succeeded() == 1 && bot.figures().failed() == 1);
        }
    }

    @Test
    @Full
    void shouldStopAllThatACancelledJobHasStarted() throws Exception {
        try (CommandBot bot = bot("b", 1)) {
            // given a command that ignores SIGTERM and has a child
            submit(
                    "j",
                    "main",
                    "trap '' TERM; sleep 1000 & echo $! > " + folder.resolve("child") + "; while :; do sleep 1; done");
            long child = pid("child");

            // when
            request("j", new JobCancelled());

            // then
            Await.until("stopped", () -> bot.figures().stopped() == 1);
            Await.until("its child is gone", () -> !Commands.isAlive(child));
            assertThat(end("j").getKind()).isEqualTo(JobStateKind.CANCELLED);
        }
    }

    /** For the scheduler the slot is free at once, for the bot only when the evicted command has ended. */
    @Test
    @Full
    void shouldStartAPreemptorWhenItsVictimHasEnded() throws Exception {
        // given
        rule(CohortPolicy.newBuilder()
                .setPreemptionDelayMs(0)
                .setVictims(Victims.ANY)
                .build());
        rule(InstanceQuota.newBuilder()
                .setInstance("release")
                .setMin(1)
                .setMax(1)
                .build());
        try (CommandBot bot = bot("b", 1)) {
            submit(
                    "night",
                    "nightly",
                    "trap 'echo late > " + folder.resolve("ended") + "; exit' TERM; echo $$ > "
                            + folder.resolve("child") + "; while :; do sleep 0.1; done");
            pid("child");

            // when
            submit("release", "release", "cat " + folder.resolve("ended"));

            // then
            assertThat(end("release").getExitCode()).isZero();
            assertThat(output("release")).isEqualTo("late\n");
            Await.until("stopped", () -> bot.figures().stopped() == 1);
            assertThat(all().stream()
                            .filter(event -> event.getJob().equals("night"))
                            .map(JobStateEvent::getKind))
                    .contains(JobStateKind.EVICTED);

            // and the job is cancelled, since a bot that closes waits for its commands
            request("night", new JobCancelled());
            assertThat(end("night").getKind()).isEqualTo(JobStateKind.CANCELLED);
        }
    }

    @Test
    @Full
    void shouldStopItsJobsAndComeBackWhenItsSessionIsOver() throws Exception {
        try (CommandBot bot = bot("b", 1)) {
            // given
            submit("j", "main", "[ $ROTA_ATTEMPT = 2 ] || exec sleep 1000");
            Await.until("running", () -> bot.figures().running() == 1);
            Await.until("a sync is read", () -> !said(BotSync.class).isEmpty());
            String session = said(BotSync.class).get(0).getSession();

            // when
            tenant.produce(
                    JobsTopics.BOTS,
                    "b",
                    BotEvent.newBuilder()
                            .setBot("b")
                            .setSession(session)
                            .setEvent(new BotClosed())
                            .build());
            tenant.flush();

            // then
            assertThat(end("j").getAttempt()).isEqualTo(2);
            assertThat(end("j").getExitCode()).isZero();
            assertThat(bot.figures().stopped()).isEqualTo(1);
            Await.until(
                    "a second session, and no more",
                    () -> said(BotSync.class).stream()
                                    .map(BotEvent::getSession)
                                    .distinct()
                                    .count()
                            == 2);
        }
    }

    @Test
    @Full
    void shouldFinishRunningCommandsBeforeItLeaves() throws Exception {
        // given
        CommandBot bot = bot("b", 1);
        submit(
                "j",
                "main",
                "echo $$ > " + folder.resolve("child") + "; while [ ! -e " + folder.resolve("go")
                        + " ]; do sleep 0.1; done; exit 7");
        submit("next", "main", "exit 0");
        pid("child");

        // when
        Thread closing = new Thread(bot::close);
        closing.start();
        Await.until(
                "it is leaving",
                () -> said(BotSync.class).stream()
                        .anyMatch(event -> ((BotSync) event.getEvent()).getStatus() == BotStatus.BOT_TERMINATING));
        Files.createFile(folder.resolve("go"));
        closing.join();

        // then
        assertThat(end("j").getExitCode()).isEqualTo(7);
        Await.until("it has closed its session", () -> said(BotClosed.class).size() == 1);
        assertThat(all().stream().filter(event -> event.getJob().equals("next")).map(JobStateEvent::getKind))
                .containsExactly(JobStateKind.QUEUED);
        assertThat(bot.failure()).isNull();
    }

    @Test
    @Full
    void shouldEndWhenAnotherBotHasItsName() throws Exception {
        try (CommandBot one = bot("b", 1);
                CommandBot other = bot("b", 1)) {
            Await.until("one gives way", () -> one.failure() != null || other.failure() != null);

            assertThat(one.failure() == null ? other.failure() : one.failure())
                    .contains("expected to be the only bot named b");
        }
    }

    private CommandBot bot(String id, int capacity) {
        return TestBot.start(id, capacity, folder, tenant);
    }

    private void submit(String job, String instance, String payload) throws InterruptedException {
        request(
                job,
                JobSubmitted.newBuilder()
                        .setInstance(instance)
                        .setPayload(ByteBuffer.wrap(payload.getBytes(UTF_8)))
                        .build());
    }

    private void request(String job, SpecificRecord request) throws InterruptedException {
        tenant.produce(JobsTopics.SUBMISSIONS, job, new JobEvent(job, "unknown", request));
        tenant.flush();
    }

    private void rule(SpecificRecord rule) throws InterruptedException {
        tenant.produce(JobsTopics.POLICIES, "default", new PolicyEvent("default", rule));
        tenant.awaitTaken(JobsTopics.POLICIES);
    }

    /** Returns the event that ends a job. */
    private JobStateEvent end(String job) {
        Await.until(
                () -> "an end of " + job + " in " + seen, () -> all().stream().anyMatch(event -> isEnd(event, job)));
        return all().stream().filter(event -> isEnd(event, job)).findFirst().orElseThrow();
    }

    private static boolean isEnd(JobStateEvent event, String job) {
        return event.getJob().equals(job)
                && List.of(JobStateKind.COMPLETED, JobStateKind.CANCELLED, JobStateKind.ABORTED)
                        .contains(event.getKind());
    }

    private List<JobStateEvent> all() {
        seen.addAll(values(JobStateEvent.class, events));
        return seen;
    }

    private List<BotEvent> said(Class<?> type) {
        heard.addAll(values(BotEvent.class, said));
        return heard.stream().filter(event -> type.isInstance(event.getEvent())).toList();
    }

    private <T extends SpecificRecord> List<T> values(Class<T> type, TopicTail tail) {
        try {
            return tenant.values(type, tail.more());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private String output(String job) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            Path file = files.filter(one -> one.getFileName().toString().startsWith(job + "-"))
                    .findFirst()
                    .orElseThrow();
            return Files.readString(file);
        }
    }

    private long pid(String name) {
        return Commands.pid(folder.resolve(name));
    }
}
