package dev.rota.jobs.scheduler;

import static dev.rota.jobs.scheduler.BotEventBuilder.bot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.InstanceQuota;
import dev.rota.jobs.Sampling;
import dev.rota.jobs.Victims;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Invalid events are rejected or answered, and change nothing else. */
class NonsenseTest {

    private final TestFarm farm = TestFarm.warm();

    @ParameterizedTest
    @CsvSource({"2, 1", "-1, 1", "-2, -1", "1, -1", "0, -1", "2147483647, -2147483648"})
    void shouldRefuseAnInvalidQuota(int min, int max) {
        assertThat(farm.quota("a", min, max)).containsExactly("QUOTA_INVALID");

        // but the numbers of a removed quota do not matter
        assertThat(farm.rule(
                        "default",
                        InstanceQuota.newBuilder()
                                .setInstance("a")
                                .setMin(min)
                                .setMax(max)
                                .setRemoved(true)
                                .build()))
                .isEmpty();
    }

    static Stream<CohortPolicy> invalid() {
        return Stream.of(
                        CohortPolicy.newBuilder().setPriorityPercentage(101),
                        CohortPolicy.newBuilder().setPriorityPercentage(-1),
                        CohortPolicy.newBuilder().setFailureBackoffMs(-1),
                        CohortPolicy.newBuilder().setPreemptionDelayMs(Long.MIN_VALUE),
                        CohortPolicy.newBuilder().setLeaseAckMs(-1),
                        CohortPolicy.newBuilder().setBotTimeoutMs(0),
                        CohortPolicy.newBuilder().setMaxJobAttempts(0),
                        CohortPolicy.newBuilder().setQueuedJobsMax(0),
                        CohortPolicy.newBuilder().setLocalityHints(-1),
                        CohortPolicy.newBuilder().setLocalityHints(JobsLimits.LOCALITY_HINTS_MAX + 1),
                        CohortPolicy.newBuilder()
                                .setSampling(Sampling.newBuilder()
                                        .setSampleSize(0)
                                        .setPriorityWeight(0.0)
                                        .setLocalityWeight(0.0)
                                        .setCapacityWeight(0.0)
                                        .build()),
                        CohortPolicy.newBuilder()
                                .setSampling(Sampling.newBuilder()
                                        .setSampleSize(1)
                                        .setMaxAttempts(0)
                                        .setPriorityWeight(0.0)
                                        .setLocalityWeight(0.0)
                                        .setCapacityWeight(0.0)
                                        .build()))
                .map(CohortPolicy.Builder::build);
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void shouldRefuseAnInvalidPolicyAndKeepTheOneBefore(CohortPolicy invalid) {
        // given
        farm.policy(policy -> policy.setQueuedJobsMax(1));
        farm.submit("j", "a");

        // then
        assertThat(farm.rule("default", invalid)).containsExactly("POLICY_INVALID");
        assertThat(farm.submit("k", "a")).containsExactly("QUEUE_FULL");
    }

    @Test
    void shouldRefuseAJobTwice() {
        farm.policy(policy -> policy.setFailureBackoffMs(0));
        farm.submit("j", "a");
        assertThat(farm.submit("j", "b")).containsExactly("JOB_EXISTS");
        assertThat(farm.sync(bot("b"))).contains("j ASSIGNED b");
        assertThat(farm.submit("j", "a")).containsExactly("JOB_EXISTS");

        // an ended job is forgotten
        farm.sync(bot("b").completed("j", 1));
        assertThat(farm.submit("j", "a")).containsExactly("j QUEUED", "j ASSIGNED b", "b: ASSIGNED j/2 CAPACITY");
        assertThat(farm.cancel("j")).containsExactly("j CANCELLED b", "b: CANCELLED j/2");
        assertThat(farm.cancel("j")).containsExactly("JOB_UNKNOWN");
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 1, 2, 3, Long.MAX_VALUE})
    void shouldAnswerReportsOfLeasesThatTheBotNeverHad(long lease) {
        // given a job on another bot under lease 2, and a job of this bot under lease 1
        farm.sync(bot("b"));
        farm.submit("own", "a");
        farm.sync(bot("other"));
        farm.submit("far", "a");

        // then only the report of its own job counts
        long never = lease == 1 ? 4 : lease;
        assertThat(farm.sync(bot("b").active("nope", lease).active("far", lease).active("own", never)))
                .containsExactly(
                        "b: CANCELLED nope/" + lease, "b: CANCELLED far/" + lease, "b: CANCELLED own/" + never);
        assertThat(farm.sync(
                        bot("b").completed("nope", lease).failed("far", lease).completed("own", never)))
                .containsExactly("LEASE_UNKNOWN", "LEASE_UNKNOWN", "LEASE_UNKNOWN");
        assertThat(farm.sync(bot("b").cancelled("nope", lease)
                        .cancelled("far", lease)
                        .cancelled("own", never)))
                .isEmpty();
        assertThat(farm.botOf()).containsEntry("default/own", "b").containsEntry("default/far", "other");
        assertThat(farm.sync(bot("b").completed("own", 1))).containsExactly("own COMPLETED b");
        assertThat(farm.sync(bot("other").completed("far", 2))).containsExactly("far COMPLETED other");
    }

    @Test
    void shouldTakeOneReportOfALeaseOnly() {
        farm.sync(bot("b"));
        farm.submit("j", "a");
        assertThat(farm.sync(bot("b").completed("j", 1)
                        .completed("j", 1)
                        .active("j", 1)
                        .cancelled("j", 1)))
                .containsExactly("j COMPLETED b", "LEASE_UNKNOWN", "b: CANCELLED j/1");
    }

    @Test
    void shouldAnswerTenThousandReportsAtOnce() {
        // given
        BotEventBuilder many = bot("b");
        for (int i = 0; i < 10_000; i++) {
            many.completed("j" + i, i);
        }
        farm.sync(bot("b"));
        farm.submit("j7", "a");

        // when
        List<String> said = farm.sync(many);

        // then lease 1 of j7 was not reported, but is not old enough to count as lost
        assertThat(said).hasSize(10_000).containsOnly("LEASE_UNKNOWN");
        assertThat(farm.sync(bot("b").completed("j7", 1))).containsExactly("j7 COMPLETED b");
    }

    @Test
    void shouldEndTheSessionOfAnotherMachineWithTheSameId() {
        // given two machines that sync under the same bot id
        farm.policy(policy -> policy.setMaxJobAttempts(1_000));
        farm.sync(bot("b").in("here"));
        assertThat(farm.submit("j", "a")).contains("j ASSIGNED b", "b: ASSIGNED j/1 CAPACITY");

        // when
        List<String> there = farm.sync(bot("b").in("there"));

        // then
        assertThat(there).containsExactly("j RETRIED b", "j ASSIGNED b", "b: ASSIGNED j/2 CAPACITY");
        assertThat(farm.sync(bot("b").in("here").completed("j", 1)))
                .containsExactly("BOT_SESSION_STALE", "b: SESSION_ENDED /0");
        assertThat(farm.close(bot("b").in("here"))).containsExactly("BOT_SESSION_STALE");

        // and each comes back under a new session, again and again
        for (int i = 3; i < 100; i++) {
            assertThat(farm.sync(bot("b").in("session-" + i)))
                    .containsExactly("j RETRIED b", "j ASSIGNED b", "b: ASSIGNED j/" + i + " CAPACITY");
            String ended = i == 3 ? "there" : "session-" + (i - 1);
            assertThat(farm.sync(bot("b").in(ended).active("j", i - 1)))
                    .containsExactly("BOT_SESSION_STALE", "b: SESSION_ENDED /0");
        }
    }

    @Test
    void shouldRefuseToCloseWhatIsNotOpen() {
        assertThat(farm.close(bot("b"))).containsExactly("BOT_SESSION_STALE");
        farm.sync(bot("b"));
        assertThat(farm.close(bot("b").in("other"))).containsExactly("BOT_SESSION_STALE");
        assertThat(farm.close(bot("b"))).isEmpty();
        assertThat(farm.close(bot("b"))).containsExactly("BOT_SESSION_STALE");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldHandleTheGreatestCapacity(boolean sampling) {
        // given
        farm.policy(policy -> policy.setProactiveFetchToCapacity(true)
                .setSampling(
                        sampling
                                ? Sampling.newBuilder()
                                        .setSampleSize(Integer.MAX_VALUE)
                                        .setMaxAttempts(Integer.MAX_VALUE)
                                        .setPriorityWeight(-10.0)
                                        .build()
                                : null));
        for (int i = 0; i < 20; i++) {
            farm.submit("j" + i, "a", Integer.MIN_VALUE + i);
        }

        // when
        List<String> said = farm.sync(bot("b").capacity(JobsLimits.CAPACITY_MAX).priority(Integer.MIN_VALUE));

        // then
        assertThat(said).hasSize(40).contains("b: ASSIGNED j19/20 PROACTIVE");
        assertThat(farm.submit("j20", "a", Integer.MAX_VALUE)).contains("j20 ASSIGNED b");

        // a bot whose capacity shrinks keeps its leases, and gets no more
        assertThat(farm.sync(bot("b").capacity(0))).isEmpty();
        assertThat(farm.submit("j21", "a")).containsExactly("j21 QUEUED");
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MAX_VALUE - 1_000, Long.MAX_VALUE / 2})
    void shouldNotOverflowWithTheGreatestTimeouts(long forLong) {
        // given
        farm.policy(policy -> policy.setFailureBackoffMs(forLong)
                .setBotTimeoutMs(forLong)
                .setPreemptionDelayMs(forLong)
                .setLeaseAckMs(forLong)
                .setVictims(Victims.ANY));
        farm.quota("owed", 1, 1);
        farm.submit("failed", "a");
        farm.sync(bot("b"));
        farm.submit("held", "a");
        farm.submit("waits", "owed");

        // then there are no looks, deadlines or preemptions, and the lease does not count as lost
        assertThat(farm.botOf()).containsOnlyKeys("default/held");
        for (long time : new long[] {10_000, 10_000_000_000L, 10_000_000_000_000_000L, Long.MAX_VALUE / 4}) {
            assertThat(farm.pass(time)).isEmpty();
            assertThat(farm.sync(bot("b"))).isEmpty();
            assertThat(farm.quota("else", 0, 1)).isEmpty();
        }

        // and an ordinary policy applies from the next sync on
        farm.policy(policy -> policy.setLeaseAckMs(0).setBotTimeoutMs(5));
        assertThat(farm.sync(bot("b")))
                .containsExactly(
                        "b: EVICTED held/1", "held RETRIED b", "held ASSIGNED b", "b: ASSIGNED held/2 CAPACITY");
        assertThat(farm.pass(farm.time() + 4)).isEmpty();
        assertThat(farm.pass(farm.time() + 1)).containsExactly("held RETRIED b");
    }
}
