package dev.rota.jobs.scheduler;

import static dev.rota.jobs.scheduler.BotEventBuilder.bot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.jobs.InstanceQuota;
import org.junit.jupiter.api.Test;

/** Cohorts are independent, even if their jobs and bots have the same ids. */
class CohortsApartTest {

    private final TestFarm farm = TestFarm.cohorts("linux:linux,unknown;mac:mac;late:linux,windows");

    @Test
    void shouldKeepJobsAndBotsWithEqualIdsApart() {
        farm.policy("linux", policy -> policy.setFailureBackoffMs(0));
        farm.policy("mac", policy -> policy.setFailureBackoffMs(0));
        assertThat(farm.submit("j", "linux", TestFarm.wanted("a", 0, null))).containsExactly("j QUEUED");
        assertThat(farm.submit("j", "mac", TestFarm.wanted("a", 0, null))).containsExactly("j QUEUED");
        assertThat(farm.sync(bot("b").labelled("mac"))).containsExactly("j ASSIGNED b", "b: ASSIGNED j/1 CAPACITY");
        assertThat(farm.sync(bot("b").labelled("linux"))).containsExactly("j ASSIGNED b", "b: ASSIGNED j/1 CAPACITY");
        assertThat(farm.botOf()).containsOnlyKeys("linux/j", "mac/j");

        // a cohort's leases, sessions and policy do not apply to another cohort
        assertThat(farm.sync(bot("b").labelled("mac").completed("j", 1))).containsExactly("j COMPLETED b");
        assertThat(farm.sync(bot("b").labelled("mac").completed("j", 1))).containsExactly("LEASE_UNKNOWN");
        assertThat(farm.close(bot("b").labelled("mac"))).isEmpty();
        assertThat(farm.sync(bot("b").labelled("mac"))).containsExactly("BOT_SESSION_STALE", "b: SESSION_ENDED /0");
        assertThat(farm.policy("mac", policy -> policy.setQueuedJobsMax(1))).isEmpty();
        assertThat(farm.policy("linux", policy -> policy)).isEmpty();
        assertThat(farm.submit("k", "linux", TestFarm.wanted("a", 0, null))).containsExactly("k QUEUED");
        assertThat(farm.submit("l", "linux", TestFarm.wanted("a", 0, null))).containsExactly("l QUEUED");
        assertThat(farm.sync(bot("b").labelled("linux").completed("j", 1)))
                .containsExactly("j COMPLETED b", "k ASSIGNED b", "b: ASSIGNED k/2 PROACTIVE");
        assertThat(farm.botOf()).containsOnlyKeys("linux/k");
    }

    @Test
    void shouldAssignALabelToTheFirstCohortThatHasIt() {
        // only the third cohort has all of its labels
        farm.sync(bot("late").labelled("windows", "linux"));
        farm.sync(bot("first"));

        assertThat(farm.submit("j", "linux", TestFarm.wanted("a", 0, null))).contains("j ASSIGNED first");
        assertThat(farm.submit("j", "windows", TestFarm.wanted("a", 0, null))).contains("j ASSIGNED late");
    }

    @Test
    void shouldRefuseLabelsThatNoCohortHas() {
        assertThat(farm.submit("j", "solaris", TestFarm.wanted("a", 0, null))).containsExactly("NO_COHORT");
        assertThat(farm.sync(bot("b").labelled("linux", "mac"))).containsExactly("NO_COHORT");
        assertThat(farm.sync(bot("b").labelled("mac", "solaris"))).containsExactly("NO_COHORT");
        assertThat(farm.policy("solaris", policy -> policy)).containsExactly("NO_COHORT");
        assertThat(farm.rule(
                        "default",
                        InstanceQuota.newBuilder()
                                .setInstance("a")
                                .setMin(0)
                                .setMax(1)
                                .build()))
                .containsExactly("NO_COHORT");
    }
}
