package dev.rota.jobs.scheduler;

import static dev.rota.jobs.scheduler.BotEventBuilder.bot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Times;
import dev.rota.jobs.Assigner;
import dev.rota.jobs.InstanceQuota;
import dev.rota.testing.TestLog;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A farm that cannot serve its queue costs nothing while it waits: looks that would fail set no timers. */
class QuietFarmTest {

    private static final int JOBS = 2_000;
    private static final long HOUR_MS = 60 * 60 * 1_000L;

    /** The reason why no job can be assigned. */
    private enum Night {
        NO_BOTS {
            @Override
            void fall(TestFarm farm) {
                farm.policy(policy -> policy);
            }
        },
        NONE_MATCHES {
            @Override
            void fall(TestFarm farm) {
                farm.policy(policy -> policy.setBotTimeoutMs(Times.NEVER).setLeaseAckMs(Times.NEVER));
                farm.sync(bot("b").capacity(9).has("os", "mac"));
            }
        },
        ALL_BUSY {
            @Override
            void fall(TestFarm farm) {
                farm.policy(policy -> policy.setBotTimeoutMs(Times.NEVER).setLeaseAckMs(Times.NEVER));
                farm.sync(bot("b").has("os", "linux"));
                farm.submit("busy", "a");
            }
        },
        AT_THE_MAXIMUM {
            @Override
            void fall(TestFarm farm) {
                farm.policy(policy -> policy.setBotTimeoutMs(Times.NEVER).setLeaseAckMs(Times.NEVER));
                farm.sync(bot("b").capacity(9).has("os", "linux"));
                farm.quota("a", 0, 0);
            }
        },
        AT_THE_MAXIMUM_BY_COHORT {
            @Override
            void fall(TestFarm farm) {
                farm.policy(policy -> policy.setBotTimeoutMs(Times.NEVER)
                        .setLeaseAckMs(Times.NEVER)
                        .setAssigner(Assigner.COHORT));
                farm.sync(bot("b").capacity(9).has("os", "linux"));
                farm.quota("a", 0, 0);
            }
        },
        NOBODY_TO_EVICT {
            @Override
            void fall(TestFarm farm) {
                farm.policy(policy -> policy.setBotTimeoutMs(Times.NEVER)
                        .setLeaseAckMs(Times.NEVER)
                        .setPreemptionDelayMs(HOUR_MS));
                farm.sync(bot("b").has("os", "linux"));
                farm.submit("busy", "a");
                farm.quota("a", 9, 9);
            }
        };

        abstract void fall(TestFarm farm);
    }

    @ParameterizedTest
    @EnumSource(Night.class)
    void shouldTakeNoStepForLooksThatMustFail(Night night) {
        // given
        TimerStepCounter domain = new TimerStepCounter();
        TestFarm farm = TestFarm.of(TestLog.warm(domain));
        night.fall(farm);
        for (int i = 0; i < JOBS; i++) {
            assertThat(farm.at(farm.time() + 7).submit("j" + i, "a", i % 3, "os", "linux"))
                    .hasSize(1);
        }

        // when
        long morning = farm.time() + 24 * HOUR_MS;
        assertThat(farm.log().nextDue()).as("nothing is due").isEqualTo(Times.NEVER);
        assertThat(farm.pass(morning)).isEmpty();
        assertThat(farm.submit("late", "a", 0, "os", "linux")).containsExactly("late QUEUED");

        // then
        assertThat(domain.timerSteps()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Night.class)
    void shouldTakeThemAllInTheMorning(Night night) {
        // given
        TimerStepCounter domain = new TimerStepCounter();
        TestFarm farm = TestFarm.of(TestLog.warm(domain));
        night.fall(farm);
        for (int i = 0; i < JOBS; i++) {
            farm.at(farm.time() + 7).submit("j" + i, "a", i % 3, "os", "linux");
        }
        farm.at(farm.time() + 24 * HOUR_MS);

        // when there is room for all jobs
        farm.rule(
                "default",
                InstanceQuota.newBuilder()
                        .setInstance("a")
                        .setMin(0)
                        .setMax(0)
                        .setRemoved(true)
                        .build());
        farm.policy(policy -> policy.setBotTimeoutMs(Times.NEVER).setLeaseAckMs(Times.NEVER));
        farm.sync(bot("new").capacity(JOBS).has("os", "linux"));
        long asked = farm.time();
        farm.pass(asked + 5_000);

        // then all are assigned within one backoff, in one step for each time at which some have their next look
        assertThat(farm.botOf().keySet().stream().filter(job -> job.startsWith("default/j")))
                .hasSize(JOBS);
        assertThat(domain.timerSteps()).isBetween(1, JOBS);
    }
}
