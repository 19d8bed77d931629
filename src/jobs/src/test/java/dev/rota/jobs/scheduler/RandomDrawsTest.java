package dev.rota.jobs.scheduler;

import static dev.rota.jobs.scheduler.BotEventBuilder.bot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.jobs.BotStatus;
import dev.rota.jobs.Sampling;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same log gives the same random draws, and over many steps the shares are those of the policy. */
class RandomDrawsTest {

    private static final int STEPS = 1_000;

    /** Returns which of ten bots each job got, with jobs that come and go one at a time. */
    private static List<String> draws(int sampleSize) {
        TestFarm farm = TestFarm.warm();
        farm.policy(policy -> policy.setSampling(Sampling.newBuilder()
                .setSampleSize(sampleSize)
                .setPriorityWeight(0.0)
                .setLocalityWeight(0.0)
                .setCapacityWeight(0.0)
                .build()));
        for (int i = 0; i < 10; i++) {
            farm.sync(bot("b" + i));
        }
        List<String> drawn = new ArrayList<>();
        for (int i = 0; i < STEPS; i++) {
            farm.submit("j", "a");
            drawn.add(farm.botOf().get("default/j"));
            farm.cancel("j");
        }
        return drawn;
    }

    @Test
    void shouldDrawTheSameFromTheSameLog() {
        assertThat(draws(3)).isEqualTo(draws(3));
    }

    @Test
    void shouldDrawEachBotAsOftenAsAnother() {
        Map<String, Integer> times = new TreeMap<>();
        draws(1).forEach(bot -> times.merge(bot, 1, Integer::sum));

        assertThat(times).hasSize(10);
        assertThat(times.values()).allSatisfy(each -> assertThat(each).isBetween(60, 140));
    }

    @Test
    void shouldTakeTheFirstOfASampleWhereScoresAreEqual() {
        // a sample of 5 of the 10 bots contains the first in half of the cases
        Map<String, Integer> times = new TreeMap<>();
        draws(5).forEach(bot -> times.merge(bot, 1, Integer::sum));

        assertThat(times.get("b0")).isBetween(430, 570);
        assertThat(times).containsOnlyKeys("b0", "b1", "b2", "b3", "b4", "b5");
        assertThat(draws(10)).containsOnly("b0");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void shouldFallBackToTheFirstByIdIfEveryRoundFails(int rounds) {
        // given ten bots that match, nine of which are busy
        TestFarm farm = TestFarm.warm();
        farm.policy(policy -> policy.setSampling(Sampling.newBuilder()
                .setSampleSize(1)
                .setMaxAttempts(rounds)
                .setPriorityWeight(-10.0)
                .build()));
        farm.sync(bot("b7"));
        for (int i = 0; i < 10; i++) {
            if (i != 7) {
                farm.sync(bot("b" + i).status(BotStatus.UNHEALTHY));
            }
        }

        // when
        int sampled = 0;
        for (int i = 0; i < STEPS; i++) {
            List<String> said = farm.submit("j", "a");
            assertThat(said).contains("j ASSIGNED b7");
            assertThat(said.get(2)).matches("b7: ASSIGNED j/\\d+ (SAMPLING|CAPACITY)");
            sampled += said.get(2).endsWith("SAMPLING") ? 1 : 0;
            farm.cancel("j");
        }

        // then each round draws the idle bot with a probability of a tenth
        double share = 1 - Math.pow(0.9, rounds);
        assertThat(sampled / (double) STEPS).isBetween(share - 0.05, share + 0.05);
    }

    /** Returns how often the urgent one of two jobs, the other of which is older, gets the only slot. */
    private static int urgent(int percentage, boolean byFetch) {
        TestFarm farm = TestFarm.warm();
        // only a fetch to capacity takes jobs that have been looked at; other fetches leave them to the iterations
        farm.policy(policy ->
                policy.setPriorityPercentage(percentage).setFailureBackoffMs(0).setProactiveFetchToCapacity(byFetch));
        farm.sync(bot("b"));
        farm.submit("busy", "a");
        int urgent = 0;
        for (int i = 1; i <= STEPS; i++) {
            farm.at(farm.time() + 10).submit("old", "a", 5);
            farm.at(farm.time() + 10).submit("urgent", "a", 0);
            if (byFetch) {
                assertThat(farm.sync(bot("b").completed("busy", 2L * i - 1)).get(2))
                        .endsWith("PROACTIVE");
            } else {
                farm.cancel("busy");
            }
            boolean urgentIs = farm.botOf().containsKey("default/urgent");
            urgent += urgentIs ? 1 : 0;

            // the slot is busy again, and no job waits
            farm.cancel(urgentIs ? "old" : "urgent");
            farm.submit("busy", "a", -1);
            farm.cancel(urgentIs ? "urgent" : "old");
            assertThat(farm.botOf()).containsOnlyKeys("default/busy");
        }
        return urgent;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 30, 75, 99, 100})
    void shouldOrderThatShareOfIterationsByPriority(int percentage) {
        assertThat(urgent(percentage, false)).satisfies(urgent -> assertShare(urgent, percentage));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 30, 75, 99, 100})
    void shouldOrderThatShareOfFetchesByPriority(int percentage) {
        assertThat(urgent(percentage, true)).satisfies(urgent -> assertShare(urgent, percentage));
    }

    /**
     * Asserts the share within four standard deviations, which are at most 60 of a thousand. At 0 and 100 nothing is
     * drawn.
     */
    private static void assertShare(int urgent, int percentage) {
        int expected = STEPS * percentage / 100;
        int band = percentage == 0 || percentage == 100 ? 0 : percentage == 1 || percentage == 99 ? 9 : 60;
        assertThat(urgent).isBetween(expected - band, expected + band);
    }
}
