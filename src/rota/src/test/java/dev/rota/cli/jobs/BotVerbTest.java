package dev.rota.cli.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cli.ClusterOptions;
import dev.rota.cli.Main;
import dev.rota.client.process.Commands;
import dev.rota.client.process.ReaperTest;
import dev.rota.jobs.BotClosed;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobStateKind;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.local.TestJvm;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills, restarts and terminates a bot in a separate process. */
@Tag("broker")
@Full
class BotVerbTest {

    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static SharedCluster cluster;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private final List<Process> processes = new ArrayList<>();

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

    @AfterEach
    void end() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void shouldLeaveNoCommandBehindWhenKilledAndFinishWhenTerminated() throws Exception {
        try (Tenant tenant = cluster.tenant(new JobsDomain())) {
            // given
            tenant.startReady();
            TopicTail events = tenant.tail(JobsTopics.EVENTS.topic());
            String script = "[ $ROTA_ATTEMPT = 2 ] || { echo $$ > %s; exec sleep 1000; }; env | grep -c ^ROTA_; exit 4"
                    .formatted(folder.resolve("first"));
            Process killed = start("killed", ClusterOptions.of(tenant));
            submit(tenant, "j", script);
            Await.until(
                    "the command runs; the bot says: " + read("killed"),
                    () -> !read("first").isEmpty());

            // when
            killed.destroyForcibly().waitFor();

            // then
            long command = Commands.pid(folder.resolve("first"));
            Await.until("the command is gone", () -> !Commands.isAlive(command));

            // when
            Process next = start("next", ClusterOptions.of(tenant));
            List<JobStateEvent> seen = new ArrayList<>();
            Await.until(() -> "an end in " + seen + "; the bot says: " + read("next"), () -> {
                seen.addAll(values(JobStateEvent.class, tenant, events));
                return seen.stream().anyMatch(event -> event.getKind() == JobStateKind.COMPLETED);
            });
            next.destroy();

            // then
            assertThat(next.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(seen.get(seen.size() - 1).getAttempt()).isEqualTo(2);
            assertThat(seen.get(seen.size() - 1).getExitCode()).isEqualTo(4);
            assertThat(read("next").lines().filter(line -> line.startsWith("j | ")))
                    .containsExactly("j | 5");
            TopicTail said = tenant.tail(JobsTopics.BOTS);
            List<BotEvent> all = tenant.values(BotEvent.class, said.toEnd());
            assertThat(all.get(all.size() - 1).getEvent()).isInstanceOf(BotClosed.class);
        }
    }

    private static void submit(Tenant tenant, String job, String script) throws InterruptedException {
        JobSubmitted submitted = JobSubmitted.newBuilder()
                .setInstance("main")
                .setPayload(ByteBuffer.wrap(script.getBytes(UTF_8)))
                .build();
        tenant.produce(JobsTopics.SUBMISSIONS, job, new JobEvent(job, "unknown", submitted));
        tenant.flush();
    }

    private Process start(String output, List<String> settings) throws IOException {
        List<String> command =
                TestJvm.command(TestJvm.options(), Main.class.getName(), "bot", "--bot", "b", "--sync", "500ms");
        command.addAll(settings);
        command.addAll(List.of("--", "sh", "-s"));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("ROTA_"));
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve(output).toFile())
                .start();
        processes.add(process);
        return process;
    }

    private static <T extends SpecificRecord> List<T> values(Class<T> type, Tenant tenant, TopicTail tail) {
        try {
            return tenant.values(type, tail.more());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private String read(String name) {
        return Commands.read(folder.resolve(name));
    }
}
