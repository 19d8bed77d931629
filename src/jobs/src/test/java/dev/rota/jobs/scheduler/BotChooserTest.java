package dev.rota.jobs.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.jobs.BotStatus;
import dev.rota.jobs.Sampling;
import org.junit.jupiter.api.Test;

/** The strategies to choose a bot are tried in order, and the assignment names the one that chose. */
class BotChooserTest {

    private final TestFarm farm = TestFarm.warm();

    @Test
    void shouldTakeTheFirstBotWithoutSampling() {
        farm.sync(BotEventBuilder.bot("b1"));
        farm.sync(BotEventBuilder.bot("b2").capacity(9));

        assertThat(farm.submit("j", "a")).contains("b1: ASSIGNED j/1 CAPACITY");
    }

    @Test
    void shouldTakeTheBestOfASample() {
        farm.policy(policy -> policy.setSampling(
                Sampling.newBuilder().setSampleSize(2).setPriorityWeight(-10.0).build()));
        farm.sync(BotEventBuilder.bot("b1"));
        farm.sync(BotEventBuilder.bot("b2").capacity(9));

        assertThat(farm.submit("j", "a")).contains("b2: ASSIGNED j/1 SAMPLING");
    }

    /** A sample without a healthy bot leaves the choice to the next strategy. */
    @Test
    void shouldTakeTheFirstBotIfNoSampleHasAHealthyOne() {
        farm.policy(policy -> policy.setSampling(
                Sampling.newBuilder().setSampleSize(1).setPriorityWeight(-10.0).build()));
        for (int i = 0; i < 200; i++) {
            farm.sync(BotEventBuilder.bot("sick" + i).status(BotStatus.UNHEALTHY));
        }
        farm.sync(BotEventBuilder.bot("well").capacity(50));

        int byCapacity = 0;
        for (int i = 0; i < 50; i++) {
            byCapacity += farm.submit("j" + i, "a").stream().anyMatch(said -> said.endsWith(" CAPACITY")) ? 1 : 0;
        }
        assertThat(farm.botOf()).hasSize(50);
        assertThat(byCapacity).isGreaterThan(40);
    }
}
