package dev.rota.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cli.Main;
import dev.rota.jobs.BotClosed;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.CohortDemand;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobStateKind;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.PolicyEvent;
import dev.rota.jobs.Property;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.local.TestJvm;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs {@code src/examples/autoscaler} unchanged against a scheduler. */
@Tag("broker")
@Tag("embedded")
@Full
class AutoscalerTest extends ClientFixture {

    private static final String AUTOSCALER = "src/examples/autoscaler/autoscaler.py";
    private static final int JOBS = 6;
    private static final int BOTS_MAX = 2;

    @Test
    void shouldEmptyTheQueueAndStopItsBots() throws Exception {
        Language.PYTHON.interpreter();
        try (Tenant tenant = cluster.tenant(new JobsDomain())) {
            // given jobs that its bots can run, and one that they cannot
            tenant.startReady();
            CohortPolicy policy =
                    CohortPolicy.newBuilder().setDemandEveryMs(1_000L).build();
            tenant.produce(JobsTopics.POLICIES, "default", new PolicyEvent("default", policy));
            for (int i = 0; i < JOBS; i++) {
                submit(tenant, "job-" + i, "linux");
            }
            submit(tenant, "other", "plan9");
            TopicTail said = tenant.tail(JobsTopics.BOTS);
            TopicTail events = tenant.tail("jobs.events");

            // when
            ClientProcess autoscaler = startExample(
                    Language.PYTHON,
                    tenant,
                    AUTOSCALER,
                    rota().toString(),
                    "default",
                    String.valueOf(BOTS_MAX),
                    "os=linux",
                    "--",
                    "sh",
                    "-c",
                    "cat >> " + folder.resolve("ran"));

            // then all of its jobs are done, and all of its bots have gone; each has its own patience, since a bot is a
            // JVM
            Await.until(
                    () -> "a bot; the autoscaler says: " + autoscaler.output(),
                    () -> !read(tenant, BotEvent.class, said).isEmpty());
            Await.until(
                    () -> "jobs have completed; the autoscaler says: " + autoscaler.output(),
                    () -> completed(tenant, events).size() == JOBS);
            Await.until(() -> "bots have closed; the autoscaler says: " + autoscaler.output(), () -> {
                List<BotEvent> bots = read(tenant, BotEvent.class, said);
                Set<String> closed = names(bots.stream()
                        .filter(event -> event.getEvent() instanceof BotClosed)
                        .toList());
                return !closed.isEmpty() && closed.equals(names(bots));
            });
            assertThat(names(read(tenant, BotEvent.class, said)))
                    .hasSizeBetween(1, BOTS_MAX)
                    .allMatch(bot -> bot.startsWith("auto-"));
            assertThat(Files.readAllLines(folder.resolve("ran"))).hasSize(JOBS);
            assertThat(completed(tenant, events)).hasSize(JOBS).doesNotContain("other");
            List<CohortDemand> demands = read(tenant, CohortDemand.class, tenant.tail(JobsTopics.DEMAND.topic()));
            assertThat(demands.get(demands.size() - 1).getKinds())
                    .singleElement()
                    .matches(kind -> kind.getSlotsWanted() == 1
                            && kind.getMissing().equals(List.of(new Property("os", "plan9"))));
            // and it leaves nothing running
            List<ProcessHandle> started = autoscaler.descendants();
            assertThat(started).isNotEmpty();
            autoscaler.end();
            Await.until(() -> started + " ended", () -> started.stream().noneMatch(ProcessHandle::isAlive));
        }
    }

    /** Makes a command like {@code deploy/bin/rota} of the classes under test. */
    private Path rota() throws Exception {
        String command = TestJvm.command(TestJvm.options("-Xmx256m"), Main.class.getName()).stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
        Path script = Files.writeString(folder.resolve("rota"), "#!/bin/sh\nexec " + command + " \"$@\"\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return script;
    }

    private static void submit(Tenant tenant, String job, String os) throws InterruptedException {
        JobSubmitted submitted = JobSubmitted.newBuilder()
                .setInstance("test")
                .setRequirements(List.of(new Property("os", os)))
                .setPayload(ByteBuffer.wrap((job + "\n").getBytes(UTF_8)))
                .build();
        tenant.produce(JobsTopics.SUBMISSIONS, job, new JobEvent(job, "unknown", submitted));
    }

    /** Returns all values of a topic so far. */
    private static <T extends SpecificRecord> List<T> read(Tenant tenant, Class<T> type, TopicTail tail) {
        try {
            return tenant.values(type, tail.toEnd());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> completed(Tenant tenant, TopicTail events) {
        return read(tenant, JobStateEvent.class, events).stream()
                .filter(event -> event.getKind() == JobStateKind.COMPLETED)
                .map(JobStateEvent::getJob)
                .toList();
    }

    private static Set<String> names(List<BotEvent> events) {
        return events.stream().map(BotEvent::getBot).collect(Collectors.toCollection(TreeSet::new));
    }
}
