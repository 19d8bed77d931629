package dev.rota.stream.attendance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Full;
import dev.rota.engine.Nullable;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotStatus;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.LeaseReport;
import dev.rota.jobs.LeaseState;
import dev.rota.jobs.PolicyEvent;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.kafka.AdminAnswers;
import dev.rota.kafka.Topics;
import dev.rota.stream.Await;
import dev.rota.stream.DomainRun;
import dev.rota.stream.LeasedBots;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a bot with a timeout of {@link #TIMEOUT_MS}, and interruptions that are longer. */
@Tag("broker")
class AttendanceTest {

    private static final long TIMEOUT_MS = 3_000;

    @AutoClose
    private static final SharedCluster CLUSTER = new SharedCluster();

    private static Tenant tenant() {
        return CLUSTER.tenant(new JobsDomain(), Map.of("silence.grace.ms", "500"));
    }

    @Test
    void shouldFindABotThatIsSilent() throws Exception {
        try (Tenant tenant = tenant()) {
            // given
            DomainRun run = tenant.startReady();
            TopicTail events = tenant.tail("jobs.events");
            assign(tenant, events);

            // then
            Await.until(
                    () -> "RETRIED, but states are " + states(tenant, events) + ", and " + run.health(),
                    () -> states(tenant, events).contains("RETRIED"));
            assertThat(run.health().ready()).isTrue();
            tenant.awaitDecided();
            assertThat(tenant.audit()).isNotEmpty();
        }
    }

    @Test
    void shouldKeepABotWhileTheSchedulerIsStopped() throws Exception {
        try (Tenant tenant = tenant()) {
            // given
            DomainRun run = tenant.startReady();
            TopicTail events = tenant.tail("jobs.events");
            assign(tenant, events);

            // when the scheduler is down for three timeouts, while the bot syncs
            run.close();
            syncFor(tenant, 3 * TIMEOUT_MS);
            tenant.startReady();
            sync(tenant, LeaseState.COMPLETED);

            // then its report is accepted
            await(tenant, events, "COMPLETED");
            assertThat(states(tenant, events)).containsExactly("QUEUED", "ASSIGNED", "COMPLETED");
            assertThat(tenant.rejections().toEnd()).isEmpty();
            tenant.awaitDecided();
            assertThat(tenant.audit()).isNotEmpty();
        }
    }

    /** On the bots' topic the open transaction holds back their syncs, on the assignments' topic their assignments. */
    @ParameterizedTest
    @ValueSource(strings = {"jobs.bots", "jobs.assignments"})
    @Full
    void shouldKeepABotThatATransactionHoldsBack(String topic) throws Exception {
        try (Tenant tenant = tenant()) {
            // given
            DomainRun run = tenant.startReady();
            TopicTail events = tenant.tail("jobs.events");
            assign(tenant, events);
            sync(tenant, LeaseState.ACTIVE);

            // when a foreign producer leaves a transaction open
            try (KafkaProducer<byte[], byte[]> foreign = transactional(tenant)) {
                foreign.beginTransaction();
                for (int partition = 0; partition < 2; partition++) {
                    foreign.send(new ProducerRecord<>(tenant.names().topic(topic), partition, new byte[0], new byte[0]))
                            .get();
                }
                if (topic.equals(JobsTopics.BOTS)) {
                    syncFor(tenant, 3 * TIMEOUT_MS);
                } else {
                    waitFor(3 * TIMEOUT_MS);
                }

                // then health reports the transaction, and nothing else
                Await.until(
                        () -> "a note, but " + run.health(),
                        () -> run.health().notes().stream()
                                .anyMatch(note -> note.contains("timeouts are suspended since")));
                assertThat(run.health().live()).isTrue();
                assertThat(run.health().reasons())
                        .allMatch(reason -> reason.contains(" is held back for ") && !topic.equals(JobsTopics.BOTS));
                assertThat(states(tenant, events)).containsExactly("QUEUED", "ASSIGNED");
                foreign.abortTransaction();
            }

            // then a bot that is silent afterwards is found
            await(tenant, events, "RETRIED");
            tenant.awaitDecided();
            assertThat(tenant.audit()).isNotEmpty();
        }
    }

    /** While the input topic does not exist, a bot cannot sync, and must not be lost for that. */
    @Test
    @Full
    void shouldKeepABotWhoseInputIsCreatedAgain() throws Exception {
        try (Tenant tenant = tenant();
                LeasedBots bots = new LeasedBots(tenant, 60_000)) {
            // given
            DomainRun run = tenant.startReady();
            bots.assign(TIMEOUT_MS, "living", "silent");
            bots.await("silence to count", () -> run.health().notes().isEmpty());
            String topic = tenant.names().topic(JobsTopics.BOTS);

            // when the topic does not exist for longer than the timeout
            bots.fallSilent("living");
            bots.fallSilent("silent");
            AdminAnswers.get(tenant.admin().deleteTopics(List.of(topic)).all());
            Await.until(
                    topic + " gone", () -> Topics.find(tenant.admin(), topic).isEmpty());
            waitFor(2 * TIMEOUT_MS);
            assertThat(run.health().notes()).isNotEmpty();
            AdminAnswers.get(tenant.admin()
                    .createTopics(List.of(new NewTopic(topic, 2, (short) 1)))
                    .all());
            bots.speak("living");

            // then only the bot that stays silent is lost
            bots.awaitLost("silent");
            assertThat(tenant.rejections().toEnd()).isEmpty();
            bots.complete("living");
            assertThat(run.health().ready()).isTrue();
            tenant.awaitDecided();
            assertThat(tenant.audit()).isNotEmpty();
        }
    }

    private static KafkaProducer<byte[], byte[]> transactional(Tenant tenant) {
        Properties properties = tenant.settings().producing();
        properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "foreign");
        KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        producer.initTransactions();
        return producer;
    }

    /** Assigns a job to a bot. */
    private static void assign(Tenant tenant, TopicTail events) throws Exception {
        tenant.produce(
                JobsTopics.POLICIES,
                "default",
                new PolicyEvent(
                        "default",
                        CohortPolicy.newBuilder().setBotTimeoutMs(TIMEOUT_MS).build()));
        tenant.awaitTaken(JobsTopics.POLICIES);
        sync(tenant, null);
        tenant.produce(
                JobsTopics.SUBMISSIONS,
                "j",
                new JobEvent(
                        "j",
                        "unknown",
                        new JobSubmitted(
                                "a", 0, List.of(), null, null, null, null, null, List.of(), "", List.of(), null)));
        await(tenant, events, "ASSIGNED");
    }

    private static void sync(Tenant tenant, @Nullable LeaseState state) throws Exception {
        List<LeaseReport> leases = state == null ? List.of() : List.of(new LeaseReport("j", 1L, state, "OK", 0));
        tenant.produce(
                JobsTopics.BOTS,
                "b",
                new BotEvent("b", "s", "*", List.of(), new BotSync(BotStatus.OK, 1, 0, List.of(), leases)));
        tenant.flush();
    }

    /** Syncs as a living bot does, for an amount of real time. */
    private static void syncFor(Tenant tenant, long ms) throws Exception {
        long end = System.nanoTime() + ms * 1_000_000;
        while (System.nanoTime() < end) {
            sync(tenant, LeaseState.ACTIVE);
            waitFor(200);
        }
    }

    private static void waitFor(long ms) {
        long end = System.nanoTime() + ms * 1_000_000;
        Await.until(ms + " ms to pass", () -> System.nanoTime() >= end);
    }

    private static void await(Tenant tenant, TopicTail events, String state) {
        Await.until(state, () -> states(tenant, events).contains(state));
    }

    /** Returns the states that the job had, in order. */
    private static List<String> states(Tenant tenant, TopicTail events) {
        List<String> states = new ArrayList<>();
        try {
            for (JobStateEvent event : tenant.values(JobStateEvent.class, events.toEnd())) {
                states.add(event.getKind().toString());
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return states;
    }
}
