package dev.rota.workload.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Waits by the time at which they began, in a bounded number of steps. */
class WaitSeriesTest {

    private static final Group A = new Group("instance", "a");

    @Test
    void shouldLoseNoWaitWhenStepsAreJoined() {
        Random random = new Random(1);
        WaitSeries series = new WaitSeries(1_000);
        long sum = 0;
        for (int i = 0; i < 10_000; i++) {
            long wait = random.nextInt(5_000);
            sum += wait;
            series.add(1_000 + i * 997L, wait, true);
        }

        double found = 0;
        long number = 0;
        for (int at = 0; at < series.steps(); at++) {
            number += series.number(at);
            found += series.number(at) * series.mean(at).value();
        }

        assertThat(number).isEqualTo(10_000);
        assertThat(found).isCloseTo((double) sum, Offset.offset(1.0));
        assertThat(series.steps()).isBetween(WaitSeries.STEPS_MAX / 2, WaitSeries.STEPS_MAX);
        assertThat(series.from() + series.step() * series.steps()).isGreaterThan(1_000 + 9_999 * 997L);
    }

    @Test
    void shouldPutEachWaitWhereItBegan() {
        Tally tally = new Tally();
        tally.waits(A, "earlier", 500);
        tally.restart(1_000);
        tally.waits(A, "quick", 1_010);
        tally.served("quick", 1_015);
        tally.waits(A, "left", 1_020);
        tally.leaves("left", 1_027);
        tally.waits(A, "waiting", 1_030);
        tally.served("earlier", 1_040);
        tally.clock(1_050);

        WaitSeries series = tally.series();

        assertThat(series.step()).isEqualTo(1);
        assertThat(series.steps()).isEqualTo(31);
        assertThat(series.mean(0)).as("what already waited").isEqualTo(new Waits.Stat(540, false));
        assertThat(series.mean(10)).isEqualTo(new Waits.Stat(5, false));
        assertThat(series.mean(20)).as("left unserved").isEqualTo(new Waits.Stat(7, true));
        assertThat(series.mean(30)).as("still waits").isEqualTo(new Waits.Stat(20, true));
    }

    @Test
    void shouldForgetTheTimeBeforeTheBranchAndForkThere() {
        Tally tally = new Tally();
        tally.waits(A, "before", 0);
        tally.served("before", 5);
        tally.restart(10);
        Tally fork = tally.fork();
        fork.waits(A, "a", 12);
        fork.served("a", 13);

        assertThat(tally.series().steps()).isZero();
        assertThat(fork.series().number(2)).isEqualTo(1);
    }

    @Test
    void shouldComeToTheLengthOfAnother() {
        WaitSeries shorter = new WaitSeries(0);
        shorter.add(100, 7, true);
        WaitSeries longer = new WaitSeries(0);
        longer.add(100_000, 7, true);

        WaitSeries same = shorter.asLongAs(longer);

        assertThat(same.step()).isEqualTo(longer.step()).isGreaterThan(100);
        assertThat(same.mean(0)).isEqualTo(new Waits.Stat(7, false));
        assertThat(longer.asLongAs(shorter).step()).isEqualTo(longer.step());
    }
}
