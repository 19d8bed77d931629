package dev.rota.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.client.process.Commands;
import dev.rota.engine.Rejection;
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
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the example bots unchanged against a scheduler. */
@Tag("broker")
@Tag("embedded")
@Full
class BotsTest extends ClientFixture {

    private static final String BOT = "b";

    private final Set<Long> started = new TreeSet<>();

    /** A killed bot leaves its commands running. */
    @AfterEach
    void endCommands() {
        started.forEach(id -> ProcessHandle.of(id).ifPresent(ProcessHandle::destroyForcibly));
    }

    @ParameterizedTest
    @EnumSource
    void shouldCompleteAllJobsThoughItIsKilled(Language language) throws Exception {
        language.interpreter();
        try (Tenant tenant = cluster.tenant(new JobsDomain())) {
            // given
            begin(tenant);
            TopicTail events = tenant.tail("jobs.events");
            ClientProcess bot = bot(language, tenant, "3", "cat >> ran; sleep 0.2; test $ROTA_JOB != job-3");
            for (int i = 0; i < 20; i++) {
                submit(tenant, "job-" + i);
            }

            // when
            await(tenant, events, bot, completed -> completed.size() >= 4);
            bot.kill();
            addFields(tenant, JobsTopics.BOTS, BotEvent.getClassSchema());
            ClientProcess next = bot(language, tenant, "3", "cat >> ran");
            await(tenant, events, next, completed -> completed.size() >= 20);
            next.end();

            // then
            List<String> completed = jobs(tenant, events, JobStateKind.COMPLETED);
            assertThat(completed).hasSize(20).doesNotHaveDuplicates();
            assertThat(jobs(tenant, events, JobStateKind.ABORTED)).isEmpty();
            assertThat(Files.readAllLines(folder.resolve("ran"))).containsAll(completed);
            List<BotEvent> said =
                    tenant.values(BotEvent.class, tenant.tail(JobsTopics.BOTS).toEnd());
            assertThat(said.get(said.size() - 1).getEvent()).isInstanceOf(BotClosed.class);
            assertThat(said)
                    .extracting(BotEvent::getSession)
                    .containsOnly(
                            said.get(0).getSession(), said.get(said.size() - 1).getSession());
            assertThat(said.get(0).getSession())
                    .isNotEqualTo(said.get(said.size() - 1).getSession());
            assertThat(rejected(tenant)).isSubsetOf("LEASE_UNKNOWN");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldStopCancelledJobsAndThoseOfAnEndedSession(Language language) throws Exception {
        language.interpreter();
        try (Tenant tenant = cluster.tenant(new JobsDomain())) {
            // given
            begin(tenant);
            ClientProcess bot = bot(language, tenant, "1", "echo $$ > $ROTA_JOB-$ROTA_ATTEMPT; exec sleep 600");
            submit(tenant, "first");
            long first = pid(bot, "first-1");

            // when
            tenant.produce(JobsTopics.SUBMISSIONS, "first", new JobEvent("first", "unknown", new JobCancelled()));
            awaitEnded(bot, first);
            submit(tenant, "second");
            long second = pid(bot, "second-1");
            // to the scheduler, this sync is from another session of the bot
            BotSync sync = BotSync.newBuilder().setStatus(BotStatus.UNHEALTHY).build();
            tenant.produce(
                    JobsTopics.BOTS,
                    BOT,
                    BotEvent.newBuilder()
                            .setBot(BOT)
                            .setSession("another")
                            .setEvent(sync)
                            .build());

            // then
            awaitEnded(bot, second);
            long again = pid(bot, "second-2");
            assertThat(ProcessHandle.of(again)).isPresent();
            assertThat(bot.isAlive()).as(bot.output()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldStopAnEvictedJobAndRunThePreemptor(Language language) throws Exception {
        language.interpreter();
        try (Tenant tenant = cluster.tenant(new JobsDomain())) {
            // given
            tenant.startReady();
            CohortPolicy policy = CohortPolicy.newBuilder()
                    .setFailureBackoffMs(100)
                    .setPreemptionDelayMs(0)
                    .setVictims(Victims.ANY)
                    .build();
            tenant.produce(JobsTopics.POLICIES, "default", new PolicyEvent("default", policy));
            InstanceQuota quota = InstanceQuota.newBuilder()
                    .setInstance("release")
                    .setMin(1)
                    .setMax(1)
                    .build();
            tenant.produce(JobsTopics.POLICIES, "default", new PolicyEvent("default", quota));
            ClientProcess bot = bot(language, tenant, "1", "echo $$ > $ROTA_JOB-$ROTA_ATTEMPT; exec sleep 600");
            submit(tenant, "night");
            long night = pid(bot, "night-1");

            // when
            submit(tenant, "urgent", "release");

            // then
            awaitEnded(bot, night);
            long urgent = pid(bot, "urgent-1");
            assertThat(ProcessHandle.of(urgent)).isPresent();
            assertThat(bot.isAlive()).as(bot.output()).isTrue();
        }
    }

    private static void begin(Tenant tenant) throws InterruptedException {
        tenant.startReady();
        CohortPolicy policy = CohortPolicy.newBuilder().setFailureBackoffMs(100).build();
        tenant.produce(JobsTopics.POLICIES, "default", new PolicyEvent("default", policy));
    }

    private static void submit(Tenant tenant, String job) throws InterruptedException {
        submit(tenant, job, "test");
    }

    private static void submit(Tenant tenant, String job, String instance) throws InterruptedException {
        JobSubmitted submitted = JobSubmitted.newBuilder()
                .setInstance(instance)
                .setPayload(ByteBuffer.wrap((job + "\n").getBytes(UTF_8)))
                .build();
        tenant.produce(JobsTopics.SUBMISSIONS, job, new JobEvent(job, "unknown", submitted));
    }

    private ClientProcess bot(Language language, Tenant tenant, String capacity, String command) throws Exception {
        return start(language, tenant, "jobs", "bot", BOT, capacity, "sh", "-c", "cd " + folder + "; " + command);
    }

    private static void await(Tenant tenant, TopicTail events, ClientProcess bot, Predicate<List<String>> enough) {
        Await.until(
                () -> "jobs completed; the bot says: " + bot.output(),
                () -> enough.test(jobs(tenant, events, JobStateKind.COMPLETED)));
    }

    /** Returns the jobs of all events of a kind so far. */
    private static List<String> jobs(Tenant tenant, TopicTail events, JobStateKind kind) {
        try {
            return tenant.values(JobStateEvent.class, events.toEnd()).stream()
                    .filter(event -> event.getKind() == kind)
                    .map(JobStateEvent::getJob)
                    .collect(Collectors.toList());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static Set<String> rejected(Tenant tenant) throws Exception {
        return tenant.rejections(tenant.rejections().toEnd()).stream()
                .map(Rejection::getReason)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the id of the process that a lease has started. */
    private long pid(ClientProcess bot, String name) {
        Path file = folder.resolve(name);
        Await.until(
                () -> name + " started; the bot says: " + bot.output(),
                () -> !Commands.read(file).isEmpty());
        long id = Commands.pid(file);
        started.add(id);
        return id;
    }

    private static void awaitEnded(ClientProcess bot, long id) {
        Await.until(() -> "process " + id + " ended; the bot says: " + bot.output(), () -> !Commands.isAlive(id));
    }
}
