package dev.rota.stream.attendance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Nullable;
import dev.rota.jobs.BotEvent;
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
import dev.rota.sim.Quiet;
import dev.rota.sim.SimTenant;
import java.util.List;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests in a simulated world a bot with a timeout, and interruptions that are longer. */
@ExtendWith(Quiet.class)
class SimulatedAttendanceTest {

    private static final long TIMEOUT_MS = 10_000;

    @SuppressWarnings("NullAway.Init")
    private SimTenant tenant;

    /** Assigns a job to a bot. */
    @BeforeEach
    void assign() throws Exception {
        tenant = new SimTenant(new JobsDomain());
        tenant.start();
        CohortPolicy policy =
                CohortPolicy.newBuilder().setBotTimeoutMs(TIMEOUT_MS).build();
        tenant.produce(JobsTopics.POLICIES, "default", new PolicyEvent("default", policy));
        tenant.untilTaken();
        sync(null);
        JobSubmitted submitted = JobSubmitted.newBuilder().setInstance("a").build();
        tenant.produce(JobsTopics.SUBMISSIONS, "j", new JobEvent("j", "unknown", submitted));
        until("ASSIGNED");
    }

    @AfterEach
    void close() throws Exception {
        tenant.close();
    }

    @Test
    void shouldFindABotThatIsSilent() {
        until("RETRIED");
    }

    @Test
    void shouldKeepABotWhileTheSchedulerIsStopped() throws Exception {
        // when the scheduler is down for three timeouts, while the bot syncs
        tenant.stop();
        syncFor(3 * TIMEOUT_MS);
        tenant.start();
        sync(LeaseState.COMPLETED);

        // then its report is accepted
        until("COMPLETED");
        assertThat(states()).containsExactly("QUEUED", "ASSIGNED", "COMPLETED");
        assertThat(tenant.rejections()).isEmpty();
    }

    /** On the bots' topic the open transaction holds back their syncs, on the assignments' topic their assignments. */
    @ParameterizedTest
    @ValueSource(strings = {JobsTopics.BOTS, "jobs.assignments"})
    void shouldKeepABotThatATransactionHoldsBack(String topic) throws Exception {
        // when a foreign producer leaves a transaction open
        Producer<byte[], byte[]> foreign = tenant.foreign();
        foreign.initTransactions();
        foreign.beginTransaction();
        for (int partition = 0; partition < 2; partition++) {
            var unused = foreign.send(
                    new ProducerRecord<>(tenant.names().topic(topic), partition, new byte[0], new byte[0]),
                    (sent, failure) -> {});
        }
        if (topic.equals(JobsTopics.BOTS)) {
            syncFor(3 * TIMEOUT_MS);
        } else {
            tenant.pass(3 * TIMEOUT_MS);
        }

        // then silence does not count
        assertSuspended();
        assertThat(states()).containsExactly("QUEUED", "ASSIGNED");
        foreign.abortTransaction();

        // and a bot that is silent afterwards is found
        until("RETRIED");
    }

    /** While the input topic does not exist, a bot cannot sync, and must not be lost for that. */
    @Test
    void shouldKeepABotWhoseInputIsCreatedAgain() throws Exception {
        // when the topic does not exist for longer than the timeout
        tenant.delete(JobsTopics.BOTS);
        tenant.pass(2 * TIMEOUT_MS);
        assertSuspended();
        tenant.create(JobsTopics.BOTS);

        // then its report is accepted
        tenant.until("silence to count", () -> tenant.standings().isEmpty());
        syncFor(2 * TIMEOUT_MS);
        assertThat(states()).containsExactly("QUEUED", "ASSIGNED");

        // and a bot that is silent afterwards is found
        until("RETRIED");
        assertThat(tenant.rejections()).isEmpty();
    }

    private void assertSuspended() {
        assertThat(tenant.standings())
                .isNotEmpty()
                .allSatisfy(standing -> assertThat(standing).contains("timeouts are suspended"));
    }

    private void sync(@Nullable LeaseState state) {
        List<LeaseReport> leases = state == null
                ? List.of()
                : List.of(LeaseReport.newBuilder()
                        .setJob("j")
                        .setLease(1L)
                        .setState(state)
                        .build());
        BotSync sync = BotSync.newBuilder().setLeases(leases).build();
        tenant.produce(
                JobsTopics.BOTS,
                "b",
                BotEvent.newBuilder().setBot("b").setSession("s").setEvent(sync).build());
    }

    /** Syncs as a living bot does. */
    private void syncFor(long ms) {
        for (long passed = 0; passed < ms; passed += TIMEOUT_MS / 10) {
            sync(LeaseState.ACTIVE);
            tenant.pass(TIMEOUT_MS / 10);
        }
    }

    private void until(String state) {
        tenant.until(state, () -> states().contains(state));
    }

    /** Returns the states that the job had, in order. */
    private List<String> states() {
        try {
            return tenant.values(JobStateEvent.class, "jobs.events").stream()
                    .map(event -> event.getKind().toString())
                    .toList();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
