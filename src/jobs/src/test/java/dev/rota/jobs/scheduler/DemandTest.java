package dev.rota.jobs.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Decision;
import dev.rota.jobs.CohortDemand;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.KindDemand;
import dev.rota.jobs.Property;
import dev.rota.testing.TestLog;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests when the demand for slots is emitted, and what it states. */
class DemandTest {

    private final TestLog log = TestLog.warm(new JobsDomain());
    private final TestFarm farm = TestFarm.of(log);

    @Test
    void shouldStateWhichSlotsAreWantedWhenThatChanges() {
        // given
        farm.policy(policy -> policy.setDemandEveryMs(1_000L));
        farm.quota("a", 0, 3);
        farm.sync(BotEventBuilder.bot("b1").has("os", "linux"));
        for (int i = 0; i < 5; i++) {
            farm.submit("j" + i, "a", 0, "os", "linux");
        }
        farm.submit("w", "c", 0, "os", "windows");

        // when
        List<CohortDemand> first = TestLog.of(JobsTopics.DEMAND, log.tick(1_001));

        // then
        List<Property> linux = List.of(new Property("os", "linux"));
        List<Property> windows = List.of(new Property("os", "windows"));
        assertThat(first)
                .containsExactly(new CohortDemand(
                        "default",
                        List.of(
                                new KindDemand("a", linux, 4, 1, 0, List.of(), 1_000L, 2),
                                new KindDemand("c", windows, 1, 0, 1, windows, 1_000L, 1)),
                        0,
                        0,
                        0,
                        0));
        assertThat(farm.pass(500_000)).isEmpty();
        assertThat(log.nextDue()).as("only the bot's silence is due").isEqualTo(601_000);
    }

    @Test
    void shouldWaitBetweenTwoLooks() {
        // given
        farm.policy(policy -> policy.setDemandEveryMs(5_000L));
        farm.submit("j1", "a");
        assertThat(TestLog.of(JobsTopics.DEMAND, log.tick(5_000))).hasSize(1);

        // when
        farm.at(6_000).submit("j2", "a");

        // then
        assertThat(TestLog.of(JobsTopics.DEMAND, log.tick(9_999))).isEmpty();
        assertThat(TestLog.of(JobsTopics.DEMAND, log.tick(10_000)))
                .extracting(demand -> demand.getKinds().get(0).getQueued())
                .containsExactly(2);
    }

    /** A look that is expected follows the policy that is in force. */
    @Test
    void shouldLookSoonerUnderAShorterInterval() {
        // given
        farm.policy(policy -> policy.setDemandEveryMs(3_600_000L));
        farm.submit("j1", "a");
        assertThat(TestLog.of(JobsTopics.DEMAND, log.tick(3_600_000))).hasSize(1);
        farm.at(3_700_000).submit("j2", "a");

        // when
        farm.at(3_701_000).policy(policy -> policy.setDemandEveryMs(1_000L));

        // then
        assertThat(TestLog.of(JobsTopics.DEMAND, log.tick(3_701_001))).hasSize(1);
    }

    @Test
    void shouldNotCountTheTimeWithoutDemandAsALook() {
        // given
        farm.policy(policy -> policy.setDemandEveryMs(10_000L));
        farm.submit("j1", "a");
        assertThat(TestLog.of(JobsTopics.DEMAND, log.tick(10_000))).hasSize(1);
        farm.at(12_000).submit("j2", "a");

        // when
        farm.at(13_000).policy(policy -> policy.setDemandEveryMs(null));
        assertThat(log.tick(20_000)).isEmpty();
        farm.at(21_000).policy(policy -> policy.setDemandEveryMs(10_000L));

        // then
        assertThat(TestLog.of(JobsTopics.DEMAND, log.tick(21_001))).hasSize(1);
    }

    @Test
    void shouldSumTheKindsBeyondTheLimit() {
        // given
        farm.policy(policy -> policy.setDemandEveryMs(1_000L));
        List<Decision> decided = new ArrayList<>();
        for (int i = 0; i < JobsLimits.DEMAND_KINDS_MAX + 2; i++) {
            farm.submit("j" + i, "a", 0, "kind", String.valueOf(i));
        }
        decided.addAll(log.tick(1_001));

        // then
        CohortDemand demand = TestLog.of(JobsTopics.DEMAND, decided).get(0);
        assertThat(demand.getKinds()).hasSize(JobsLimits.DEMAND_KINDS_MAX);
        assertThat(demand.getOtherKinds()).isEqualTo(2);
        assertThat(demand.getOtherQueued()).isEqualTo(2);
        assertThat(demand.getOtherSlotsWanted()).isEqualTo(2);
    }

    @Test
    void shouldRejectATimeThatIsTooShort() {
        assertThat(farm.policy(policy -> policy.setDemandEveryMs(999L))).containsExactly("POLICY_INVALID");
    }
}
