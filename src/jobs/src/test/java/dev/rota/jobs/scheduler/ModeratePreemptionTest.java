package dev.rota.jobs.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.jobs.CohortPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the limits of preemption: how long a lease runs first, and how many an instance loses in a minute. */
class ModeratePreemptionTest {

    private final TestFarm farm = TestFarm.warm();

    @Test
    void shouldLetALeaseRunFirst() {
        // given
        farm.policy(
                policy -> policy.setMinRunMs(30_000L).setPreemptionDelayMs(0).setFailureBackoffMs(1_000));
        farm.quota("owed", 1, 1);
        farm.sync(BotEventBuilder.bot("b1"));
        farm.submit("j1", "a", 5);
        farm.submit("urgent", "owed");

        // then
        assertThat(farm.pass(30_999)).isEmpty();
        assertThat(farm.pass(31_000)).contains("j1 EVICTED b1", "urgent ASSIGNED b1");
    }

    @Test
    void shouldPreemptTheLatestLeaseUpToALimitInAMinute() {
        // given
        farm.policy(policy ->
                policy.setPreemptionsPerMinute(1).setPreemptionDelayMs(0).setFailureBackoffMs(1_000));
        farm.quota("owed", 2, 2);
        farm.sync(BotEventBuilder.bot("b1").capacity(3));
        farm.at(1_001).submit("j3", "a", 5);
        farm.at(1_002).submit("j2", "a", 5);
        farm.at(1_003).submit("j1", "a", 5);
        farm.at(2_000);

        // when
        List<String> first = farm.submit("u1", "owed");
        List<String> second = farm.submit("u2", "owed");

        // then
        assertThat(first).contains("j1 EVICTED b1");
        assertThat(second).containsExactly("u2 QUEUED");
        assertThat(farm.pass(59_999)).isEmpty();
        assertThat(farm.pass(61_000)).contains("j2 EVICTED b1");
    }

    @Test
    void shouldExplainWhatKeepsVictimsBack() {
        CohortLog log = new CohortLog();
        log.policy(1_000, CohortPolicy.newBuilder().setMinRunMs(30_000L).setPreemptionsPerMinute(4));
        log.quota(1_000, "owed", 1, 1);
        log.bot(1_000, "b1", 1);
        log.submit(1_000, "j1", "a", 5);
        log.submit(1_000, "urgent", "owed", 0);
        assertThat(log.why("urgent"))
                .contains(
                        "nobody can be evicted yet",
                        "leases run for minRunMs (30000 ms) first",
                        "preemptionsPerMinute (4)",
                        "1970-01-01T00:00:31.000Z at the earliest");
    }
}
